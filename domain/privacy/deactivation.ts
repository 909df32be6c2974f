import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { quitCommentMax, quitGraceDays } from '#contract/privacy/deactivation.ts'
import { isLongerThan, isUnprintable, withoutStackedMarks } from '#domain/text/written.ts'

/** What keeps somebody from leaving right now. */
export interface QuitFacts {
  /** He has a seat: a call runs or rings. */
  isInCall: boolean
  /** A payment service is being asked. */
  isPaying: boolean
  hasOpenPayout: boolean
  /** Earned and neither paid out nor taken back, in points. */
  earningsLeft: number
  /** She leaves them here knowingly. */
  leavesEarnings: boolean
}

export type QuitRefusal = 'quitInCall' | 'quitOrderOpen' | 'quitPayoutOpen' | 'quitEarningsLeft'

/** In a fixed precedence: a call, a payment, a payout, earnings that nobody spoke of. Null: he may leave. */
export const quitDecision = (facts: QuitFacts): Refusal<QuitRefusal> | null => {
  if (facts.isInCall) return refuse('quitInCall')
  if (facts.isPaying) return refuse('quitOrderOpen')
  if (facts.hasOpenPayout) return refuse('quitPayoutOpen')
  if (facts.earningsLeft > 0 && !facts.leavesEarnings) return refuse('quitEarningsLeft')
  return null
}

/** From then on the account can't be had back, and its person is erased. */
export const cancelUntilMs = (quitAtMs: number): number => quitAtMs + quitGraceDays * 24 * 3_600_000

export const isQuitFinal = (quitAtMs: number, nowMs: number): boolean => nowMs >= cancelUntilMs(quitAtMs)

/** His own words as they are stored; null for none. `badInput`: what no keyboard gives. */
export const readQuitComment = (
  written: string | undefined,
): string | null | Refusal<'quitCommentTooLong' | 'badInput'> => {
  const comment = written && withoutStackedMarks(written).trim()
  if (!comment) return null
  if (isUnprintable(comment)) return refuse('badInput')
  return isLongerThan(comment, quitCommentMax) ? refuse('quitCommentTooLong') : comment
}
