/** Specification 4: a push token is refreshed after 7 days, in milliseconds. */
export const pushRefreshMs = 604_800_000
/**
 * The same address is sent to the server again after a day: the server may have lost it, or have another key.
 */
const pushReportMs = 86_400_000
/** After あとで the member isn't asked again for this long, in milliseconds. */
const pushOfferAgainMs = 604_800_000

/** `afterInstall`: iOS gives push to apps on the home screen only. */
export type PushSupport = 'full' | 'afterInstall' | 'none'
export type PushPermission = 'default' | 'granted' | 'denied'

/** Specification 3, notificationPermission: 'grant' or the browser's result. */
export const storedPermission = (permission: PushPermission): string =>
  permission === 'granted' ? 'grant' : permission

/** What this browser has registered; it belongs to one member's session. */
export interface PushRecord {
  /** The address that was sent to the server. */
  fcmToken: string
  memberId: string
  /** By this browser's clock, in milliseconds; null when unknown. */
  registeredAtMs: number | null
  /** When it was last sent to the server, by the same clock; null when unknown. */
  sentAtMs: number | null
}

export interface PushFacts {
  /** Null: nobody is signed in. */
  memberId: string | null
  support: PushSupport
  permission: PushPermission
  record: PushRecord | null
  /** The browser's own address now; null when it has none, undefined where it can't be read. */
  address: string | null | undefined
  /** The member has switched push off in this browser. */
  isSwitchedOff: boolean
  /** When the member last answered あとで; null for never. */
  offeredAtMs: number | null
  /** This browser's clock, in milliseconds. */
  now: number
}

/**
 * `offer`: a card asks whether to ask the browser. `offerInstall`: it explains how to install on the home
 * screen. `register`: sends the browser's address to the server, and makes one if there is none. `refresh`:
 * replaces the address by a new one. `unregister`: server and browser drop it.
 */
export type PushStep = 'nothing' | 'offer' | 'offerInstall' | 'register' | 'refresh' | 'unregister'

/** A time in the future counts as long past: the clock was set back since. */
const hasPassed = (sinceMs: number | null, ms: number, now: number): boolean =>
  sinceMs === null || now - sinceMs >= ms || sinceMs > now

/** What to do now, on each page view and whenever one of the facts has changed. */
export const nextPushStep = (facts: PushFacts): PushStep => {
  const { memberId, support, permission, record, address, offeredAtMs, now } = facts
  const mayBeOffered = hasPassed(offeredAtMs, pushOfferAgainMs, now)
  if (memberId === null || facts.isSwitchedOff || (permission !== 'granted' && record))
    return record ? 'unregister' : 'nothing'
  if (support === 'afterInstall') return mayBeOffered ? 'offerInstall' : 'nothing'
  if (support === 'none' || permission === 'denied') return 'nothing'
  if (permission === 'default') return mayBeOffered ? 'offer' : 'nothing'
  if (record?.memberId !== memberId) return 'register'
  if (hasPassed(record.registeredAtMs, pushRefreshMs, now)) return 'refresh'
  if (hasPassed(record.sentAtMs, pushReportMs, now)) return 'register'
  return address === undefined || address === record.fcmToken ? 'nothing' : 'register'
}
