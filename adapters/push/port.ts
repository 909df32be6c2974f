import type { PushMessage, PushSetup } from '#contract/push/push.ts'

/** What reaches one browser. Only the service that made it out of a page's message knows what it means. */
export interface PushAddress {
  /** The subscription's endpoint or the registration token: one browser's alone, and a secret. */
  id: string
  /** Base64url, of the browser, under Web Push: the message is encrypted for it (RFC 8291). */
  keys?: { p256dh: string; auth: string }
}

export interface Push {
  message: PushMessage
  /** Milliseconds that the service stores it for a browser that can't be reached. */
  ttlMs: number
  /** `high` wakes a sleeping phone. */
  urgency: 'high' | 'normal'
  /** Of the waiting messages of one topic only the newest is delivered; 1 to 32 characters of base64url. */
  topic: string
}

/** How one attempt went. A `reason` is for the log: a status or an error's code, never an address. */
export type PushResult =
  | { type: 'delivered' }
  /** The browser gave the address up: it never works again. */
  | { type: 'gone' }
  /** It may work soon; `afterMs` where the service said when. A service that doesn't answer counts as well. */
  | { type: 'retryLater'; afterMs: number | null; reason: string }
  | { type: 'failed'; reason: string }

/** A service through which closed pages are reached. */
export interface PushService {
  provider: PushSetup['provider']
  /** The sender that its addresses belong to: addresses of another sender can't be used. */
  sender: string
  /** With this a page requests an address from its browser. */
  setup: PushSetup
  /** What a page registers; null for what is no address of this service's. */
  addressOf(text: string): PushAddress | null
  /** The host that a hanging send keeps waiting. */
  hostOf(address: PushAddress): string
  /** One attempt, over within `pushTimeoutMs`; never throws. */
  send(address: PushAddress, push: Push): Promise<PushResult>
}

export const pushTimeoutMs = 10_000

/** What an HTTP status says, as far as the services agree. */
export const resultOf = (status: number, retryAfter: string | null): PushResult => {
  if (status >= 200 && status < 300) return { type: 'delivered' }
  if (status === 404 || status === 410) return { type: 'gone' }
  const reason = `status ${status}`
  if (status === 429 || status >= 500) return { type: 'retryLater', afterMs: afterMsOf(retryAfter), reason }
  return { type: 'failed', reason }
}

/** A service that wasn't reached or didn't answer in time. */
export const noAnswer = (error: unknown): PushResult => {
  const { code, name } = error as NodeJS.ErrnoException
  return { type: 'retryLater', afterMs: null, reason: typeof code === 'string' ? code : name }
}

/** Retry-After in seconds; a date is not worth a parser where a ring lasts 30 s. */
const afterMsOf = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null
