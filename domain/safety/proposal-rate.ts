import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isRateReached, type RateLimit } from './rate-limit.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * What one caller sends to broadcasters who didn't ask for it: bookings, and image requests, each counted by itself. Those
 * that were taken back count as well, because the broadcaster was notified of them. The figures are a caller's first
 * messages in `domain/chat/limits.ts`.
 */
const proposalLimits: readonly RateLimit[] = [
  { windowMs: hourMs, max: 10 },
  { windowMs: dayMs, max: 30 },
]
/** The same to one broadcaster. */
const pairLimits: readonly RateLimit[] = [{ windowMs: hourMs, max: 5 }]

/** How far back the instants of earlier proposals reach, in milliseconds. */
export const proposalWindowMs = dayMs

export interface EarlierProposals {
  /** When the caller sent proposals within `proposalWindowMs`; milliseconds of the clock of `nowMs`. */
  atMs: readonly number[]
  /** Those of them that went to the same broadcaster. */
  toPartnerAtMs: readonly number[]
}

/** Whether a caller may send one more proposal to a broadcaster now. */
export const decideProposalRate = (
  { atMs, toPartnerAtMs }: EarlierProposals,
  nowMs: number,
): null | Refusal<'proposalTooOften'> =>
  isRateReached(proposalLimits, atMs, nowMs) || isRateReached(pairLimits, toPartnerAtMs, nowMs)
    ? refuse('proposalTooOften')
    : null
