import { wholeSeconds } from './duration.ts'

export interface CallTimes {
  connectedMs: number
  chargedMs: number
  callerLostMs: number
  broadcasterLostMs: number
  /** Sent without proof that it reached the caller. A part of it may lie within the caller's absence. */
  unprovenMs: number
  /** The free look that the visit of a live room began with; used up first. */
  freeLookMs: number
}

export type UnchargedReason = 'callerAway' | 'broadcasterAway' | 'notConfirmed' | 'freeLook' | 'noMedia'

/**
 * Connected seconds that were not charged, by reason. Together with the charged seconds they are the
 * connected ones. What neither an absence nor a missing confirmation explains is time without media in real
 * time.
 */
export const unchargedSeconds = (times: CallTimes): { reason: UnchargedReason; seconds: number }[] => {
  let rest = wholeSeconds(times.connectedMs) - wholeSeconds(Math.min(times.chargedMs, times.connectedMs))
  const deduct = (reason: UnchargedReason, ms: number) => {
    const seconds = Math.min(rest, wholeSeconds(ms))
    rest -= seconds
    return { reason, seconds }
  }
  const parts = [
    deduct('freeLook', times.freeLookMs),
    deduct('callerAway', times.callerLostMs),
    deduct('broadcasterAway', times.broadcasterLostMs),
    deduct('notConfirmed', times.unprovenMs),
  ]
  return [...parts, { reason: 'noMedia' as const, seconds: rest }].filter((part) => part.seconds > 0)
}
