import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { PushMessage } from '#contract/push/push.ts'
import { type BrowserKeys, decryptWebPush } from '../web-push-decryption.ts'
import { openRawStandIn, type RawAnswer, type RawRequest } from './raw-stand-in.ts'

interface ReceivedPush {
  message: PushMessage
  ttlSec: number
  urgency: string
  topic: string
  /** Of our VAPID token. */
  subject: string
}

export type PushAnswer = number | 'hang' | { status: number; retryAfterSec: number } | { redirectTo: string }

/** One browser's subscription. */
export interface Subscriber {
  /** As a page sends it to us: PushSubscription.toJSON() as text. */
  json: string
  endpoint: string
  /** What has come, decrypted, oldest first, whatever the answer was. */
  received: ReceivedPush[]
  /** The answers to the next requests, one each. */
  answers: (PushAnswer | Promise<PushAnswer>)[]
  /** The answer to all further ones. */
  always: PushAnswer
}

export interface PushStandIn {
  url: string
  /** `applicationServerKey` as PushManager.subscribe takes it: no other sender is allowed. */
  subscribe(applicationServerKey: string): Subscriber
  /** The faults of requests; a test ends with none. */
  complaints: string[]
  close(): Promise<void>
}

interface Stored extends Subscriber {
  keys: BrowserKeys
  applicationServerKey: string
}

/**
 * A browser's push service on this machine: checks the sender (RFC 8292), decrypts as the browser would (RFC
 * 8291).
 */
export const openPushStandIn = async (): Promise<PushStandIn> => {
  const subscribers = new Map<string, Stored>()
  const complaints: string[] = []
  const standIn = await openRawStandIn(async (request) => {
    const subscriber = subscribers.get(request.path)
    if (request.method !== 'POST' || !subscriber) return { status: 404 }
    try {
      subscriber.received.push(read(request, subscriber, standIn.url))
    } catch (error) {
      complaints.push((error as Error).message)
      return { status: 403 }
    }
    return answerOf(await (subscriber.answers.shift() ?? subscriber.always))
  })
  return {
    url: standIn.url,
    complaints,
    close: () => standIn.close(),
    subscribe: (applicationServerKey) => {
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const browser = createECDH('prime256v1')
      const p256dh = browser.generateKeys('base64url')
      const auth = randomBytes(16)
      const endpoint = `${standIn.url}${path}`
      const keys = { p256dh, auth: auth.toString('base64url') }
      const subscriber: Stored = {
        json: JSON.stringify({ endpoint, expirationTime: null, keys }),
        endpoint,
        received: [],
        answers: [],
        always: 201,
        keys: { privateKey: browser.getPrivateKey(), auth },
        applicationServerKey,
      }
      subscribers.set(path, subscriber)
      return subscriber
    },
  }
}

const answerOf = (answer: PushAnswer): RawAnswer => {
  if (answer === 'hang') return 'hang'
  if (typeof answer === 'number') return { status: answer }
  if ('redirectTo' in answer) return { status: 307, headers: { location: answer.redirectTo } }
  return { status: answer.status, headers: { 'retry-after': String(answer.retryAfterSec) } }
}

const read = ({ headers, body }: RawRequest, subscriber: Stored, origin: string): ReceivedPush => {
  const subject = subjectIn(headers.authorization ?? '', subscriber.applicationServerKey, origin)
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
  if (!/^\d+$/.test(String(headers.ttl))) throw new Error('no TTL')
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) throw new Error('no topic')
  if (body.length > 4_096) throw new Error('too long')
  return {
    message: JSON.parse(decryptWebPush(body, subscriber.keys)) as PushMessage,
    ttlSec: Number(headers.ttl),
    urgency: String(headers.urgency),
    topic: String(headers.topic),
    subject,
  }
}

const dayMs = 24 * 60 * 60_000

/** RFC 8292: `vapid t=<JWT>, k=<public key>`; throws its fault. */
const subjectIn = (authorization: string, applicationServerKey: string, origin: string): string => {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  if (key !== applicationServerKey) throw new Error('not the key that was subscribed to')
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || jsonIn(header).alg !== 'ES256') throw new Error('not signed by its key')
  const { aud, exp, sub } = jsonIn(claims)
  if (aud !== origin) throw new Error(`for ${aud}`)
  const leftMs = Number(exp) * 1000 - Date.now()
  if (!(leftMs > 0 && leftMs <= dayMs)) throw new Error(`ends ${exp}`)
  if (!/^(mailto:|https:)/.test(String(sub))) throw new Error(`subject ${sub}`)
  return String(sub)
}

const jsonIn = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
