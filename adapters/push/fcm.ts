import { sign } from 'node:crypto'
import * as z from 'zod/mini'
import { readJsonAnswer } from '../http/json-answer.ts'
import { noAnswer, type Push, type PushResult, type PushService, pushTimeoutMs, resultOf } from './port.ts'

/** What we read of a service account's key file, as Google hands it out. */
export const serviceAccount = z.object({
  project_id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  client_email: z.string().check(z.minLength(1)),
  /** PEM, RSA. */
  private_key: z.string().check(z.minLength(1)),
  token_uri: z.url({ protocol: /^https?$/ }),
})
export type ServiceAccount = z.infer<typeof serviceAccount>

export interface FcmOptions {
  account: ServiceAccount
  /** The web app's public half: pages receive it. */
  web: { vapidKey: string; apiKey: string; messagingSenderId: string; appId: string }
  /** A stand-in for Google's address, in tests. */
  baseUrl?: string | undefined
  timeoutMs?: number
  now?: () => number
}

const fcmUrl = 'https://fcm.googleapis.com'
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const assertionLifeSec = 3_600
/** A token is renewed this long before it ends. */
const tokenMarginMs = 60_000
const tokenShape = /^[\w:-]{20,4000}$/

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })
const errorAnswer = z.object({
  error: z.object({ details: z._default(z.array(z.object({ errorCode: z.optional(z.string()) })), []) }),
})

/**
 * Firebase Cloud Messaging, HTTP v1, with a service account. Google can read what it delivers, so messages carry ids
 * and no names. `data.message` is the message as JSON.
 */
export const createFcm = ({ account, web, baseUrl = fcmUrl, ...options }: FcmOptions): PushService => {
  const timeoutMs = options.timeoutMs ?? pushTimeoutMs
  const access = createAccess(account, options.now ?? Date.now)
  const sendUrl = `${baseUrl}/v1/projects/${account.project_id}/messages:send`
  return {
    provider: 'fcm',
    sender: account.project_id,
    setup: {
      provider: 'fcm',
      vapidKey: web.vapidKey,
      app: {
        apiKey: web.apiKey,
        projectId: account.project_id,
        messagingSenderId: web.messagingSenderId,
        appId: web.appId,
      },
    },
    addressOf: (text) => (tokenShape.test(text) ? { id: text } : null),
    hostOf: () => 'fcm',
    send: async ({ id }, push) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await fetch(sendUrl, {
          method: 'POST',
          redirect: 'error',
          headers: {
            authorization: `Bearer ${await access.token(signal)}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ message: messageOf(id, push) }),
          signal,
        })
        if (answer.status === 401) access.drop()
        return await resultIn(answer)
      } catch (error) {
        return noAnswer(error)
      }
    },
  }
}

const messageOf = (token: string, { message, ttlMs, urgency, topic }: Push) => ({
  token,
  data: { message: JSON.stringify({ ...message, partnerName: '' }) },
  webpush: { headers: { TTL: String(Math.ceil(ttlMs / 1000)), Urgency: urgency, Topic: topic } },
})

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
const resultIn = async (answer: Response): Promise<PushResult> => {
  const parsed = errorAnswer.safeParse(await readJsonAnswer(answer).catch(() => undefined))
  const codes = parsed.success ? parsed.data.error.details.map(({ errorCode }) => errorCode) : []
  if (codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH')) return { type: 'gone' }
  // A 404 without that code is a project that isn't there: our setting, not the browser's address.
  if (answer.status === 404) return { type: 'failed', reason: 'status 404' }
  if (answer.status === 401) return { type: 'retryLater', afterMs: null, reason: 'status 401' }
  return resultOf(answer.status, answer.headers.get('retry-after'))
}

interface Token {
  value: string
  untilMs: number
}

/** The OAuth token of the service account (RFC 7523), cached until shortly before its end; concurrent requests share one. */
const createAccess = (account: ServiceAccount, now: () => number) => {
  let held: Promise<Token> | null = null
  const requestToken = async (signal: AbortSignal): Promise<Token> => {
    const answer = await fetch(account.token_uri, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account, Math.floor(now() / 1000)),
      }),
      signal,
    })
    if (!answer.ok) throw new NoToken(answer.status)
    const { access_token, expires_in } = tokenAnswer.parse(await readJsonAnswer(answer))
    return { value: access_token, untilMs: now() + expires_in * 1000 - tokenMarginMs }
  }
  const token = async (signal: AbortSignal): Promise<string> => {
    const isNew = held === null
    const pending = held ?? requestToken(signal)
    held = pending
    try {
      const { value, untilMs } = await pending
      if (isNew || now() < untilMs) return value
    } catch (error) {
      if (held === pending) held = null
      throw error
    }
    if (held === pending) held = null
    return token(signal)
  }
  return {
    token,
    drop: () => {
      held = null
    },
  }
}

/** Google refused the service account; its answer would name the account. */
class NoToken extends Error {
  readonly code: string
  constructor(status: number) {
    super(`no FCM token: ${status}`)
    this.code = `token status ${status}`
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const assertionOf = ({ client_email, private_key, token_uri }: ServiceAccount, nowSec: number): string => {
  const claims = { iss: client_email, scope, aud: token_uri, iat: nowSec, exp: nowSec + assertionLifeSec }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), private_key).toString('base64url')}`
}
