import { ECDH } from 'node:crypto'
import type { lookup } from 'node:dns'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { noAnswer, type Push, type PushAddress, type PushService, pushTimeoutMs, resultOf } from './port.ts'
import { isLoopbackAddress, isPublicAddress, NotPublic, publicLookup } from './public-hosts.ts'
import type { VapidKeys } from './vapid-keys.ts'

export interface WebPushOptions {
  keys: VapidKeys
  /** The contact that a push service may write to about us: `mailto:…` or `https://…` (RFC 8292). */
  subject: string
  /** Tests only: a push service on this machine, without TLS. */
  allowsLoopback?: boolean
  timeoutMs?: number
  /** A name service instead of the system's. */
  look?: typeof lookup
}

const base64url = z.string().check(z.regex(/^[\w-]+$/))
/** As PushSubscription.toJSON() writes it; `expirationTime` is null in all browsers. */
const subscription = z.object({
  endpoint: z.url().check(z.maxLength(2_000)),
  keys: z.object({ p256dh: base64url, auth: base64url }),
})

const publicKeyBytes = 65
const authBytes = 16
/** Push services explain a refusal in some hundred bytes; a longer answer is cut off. */
const answerBytesMax = 64 * 1024

/** Web Push (RFC 8030), encrypted by RFC 8291, ourselves named by RFC 8292. The browser's own service delivers it. */
export const createWebPush = (options: WebPushOptions): PushService => {
  const { keys, subject, allowsLoopback = false, timeoutMs = pushTimeoutMs } = options
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
  const connection = { lookup: publicLookup(isAllowed, options.look) }
  const secure = { agent: new Agent({ keepAlive: true }), ...connection }
  const plain = { agent: new PlainAgent({ keepAlive: true }), ...connection }

  /** Node's own requests follow no redirect. */
  const post = (address: PushAddress, push: Push): Promise<IncomingMessage> => {
    const details = detailsOf(address, push)
    const url = new URL(address.id)
    const open = url.protocol === 'https:' ? request : plainRequest
    return new Promise((resolve, reject) => {
      const sent = open(url, {
        ...(url.protocol === 'https:' ? secure : plain),
        method: 'POST',
        headers: details.headers,
        signal: AbortSignal.timeout(timeoutMs),
      })
      sent.on('error', reject)
      sent.on('response', resolve)
      sent.end(details.body)
    })
  }
  const detailsOf = ({ id: endpoint, keys: browser }: PushAddress, push: Push) =>
    webPush.generateRequestDetails(
      { endpoint, keys: browser ?? { p256dh: '', auth: '' } },
      JSON.stringify(push.message),
      {
        vapidDetails: { ...keys, subject },
        TTL: Math.ceil(push.ttlMs / 1000),
        urgency: push.urgency,
        topic: push.topic,
        contentEncoding: 'aes128gcm',
      },
    )

  return {
    provider: 'webPush',
    sender: keys.publicKey,
    setup: { provider: 'webPush', publicKey: keys.publicKey },
    addressOf: (text) => {
      const parsed = subscription.safeParse(jsonIn(text))
      if (!parsed.success) return null
      const { endpoint: id, keys: browser } = parsed.data
      return isEndpoint(new URL(id), allowsLoopback) && areKeys(browser) ? { id, keys: browser } : null
    },
    hostOf: ({ id }) => new URL(id).host,
    send: async (address, push) => {
      try {
        if (!isEndpoint(new URL(address.id), allowsLoopback)) throw new NotPublic('not an endpoint')
        const answer = await post(address, push)
        drain(answer)
        return resultOf(answer.statusCode ?? 0, answer.headers['retry-after'] ?? null)
      } catch (error) {
        return error instanceof NotPublic ? { type: 'failed', reason: error.name } : noAnswer(error)
      }
    },
  }
}

/** What it has to say beside its status is of no use; read to its end, a connection can be used again. */
const drain = (answer: IncomingMessage): void => {
  let read = 0
  answer
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read > answerBytesMax) answer.destroy()
    })
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Browsers' push services have names and are at the standard port; a member could hand in anything. */
const isEndpoint = (url: URL, allowsLoopback: boolean): boolean => {
  if (url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (allowsLoopback && isLoopbackAddress(host)) return true
  return url.protocol === 'https:' && url.port === '' && isIP(host) === 0 && host.includes('.')
}

/** A point of P-256, uncompressed, and 16 bytes: with others nothing could be encrypted. */
const areKeys = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean => {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== publicKeyBytes || Buffer.from(auth, 'base64url').length !== authBytes) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}
