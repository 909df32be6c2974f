import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PresenceState } from '#contract/people/people.ts'

/** How long a request stays open, unless the broadcaster calls or the two have a call before. */
export const requestOpenMs = 6 * 3_600_000
/** The number of requests that a caller may send to all broadcasters together within `requestsWindowMs`. */
export const requestsMax = 10
export const requestsWindowMs = 86_400_000

export interface VideoRequestFacts {
  partnerId: string
  /** The broadcaster's video rate in points per minute; null when they accept no video calls. */
  rateVideo: number | null
  state: PresenceState | null
  /** The caller's other requests within `requestsWindowMs`; instants are milliseconds of one clock. */
  earlier: readonly { partnerId: string; sentAtMs: number }[]
  /**
   * When the broadcaster last rang the caller, or the two last began a call that was connected; null: never.
   */
  answeredAtMs: number | null
}

/**
 * Whether a caller may ask a broadcaster to call back. The order of the checks: the rate, the broadcaster's
 * state, an open request, the number of requests.
 */
export const videoRequestDecision = (
  { partnerId, rateVideo, state, earlier, answeredAtMs }: VideoRequestFacts,
  nowMs: number,
): null | Refusal<'callKindRefused' | 'videoRequestStandby' | 'videoRequestOpen' | 'videoRequestTooMany'> => {
  if (rateVideo === null) return refuse('callKindRefused')
  if (state === 'standby') return refuse('videoRequestStandby')
  const openSince = Math.max(nowMs - requestOpenMs, answeredAtMs ?? 0)
  if (earlier.some((request) => request.partnerId === partnerId && request.sentAtMs > openSince))
    return refuse('videoRequestOpen')
  const ofTheDay = earlier.filter(({ sentAtMs }) => sentAtMs > nowMs - requestsWindowMs)
  return ofTheDay.length >= requestsMax ? refuse('videoRequestTooMany') : null
}
