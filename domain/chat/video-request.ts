import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PresenceState } from '#contract/people/people.ts'

/** A request is open for so long, unless she calls him or the two talk before: an evening. */
export const requestOpenMs = 6 * 3_600_000
/** What a caller may ask of all broadcasters together within `requestsKnownMs`. */
export const requestsMax = 10
export const requestsKnownMs = 86_400_000

export interface VideoRequestFacts {
  partnerId: string
  /** Her price for video in points per minute; null when she takes none. */
  rateVideo: number | null
  state: PresenceState | null
  /** His other requests within `requestsKnownMs`; instants are milliseconds of one clock. */
  earlier: readonly { partnerId: string; sentAtMs: number }[]
  /** When she last rang him, or the two last began a call that was connected; null: never. */
  answeredAtMs: number | null
}

/** Whether a caller may ask a broadcaster to call back, in this precedence: kind, state of the broadcaster, an open request, how many. */
export const videoRequestDecision = (
  { partnerId, rateVideo, state, earlier, answeredAtMs }: VideoRequestFacts,
  nowMs: number,
): null | Refusal<'callKindRefused' | 'videoRequestStandby' | 'videoRequestOpen' | 'videoRequestTooMany'> => {
  if (rateVideo === null) return refuse('callKindRefused')
  if (state === 'standby') return refuse('videoRequestStandby')
  const openSince = Math.max(nowMs - requestOpenMs, answeredAtMs ?? 0)
  if (earlier.some((request) => request.partnerId === partnerId && request.sentAtMs > openSince))
    return refuse('videoRequestOpen')
  const ofTheDay = earlier.filter(({ sentAtMs }) => sentAtMs > nowMs - requestsKnownMs)
  return ofTheDay.length >= requestsMax ? refuse('videoRequestTooMany') : null
}
