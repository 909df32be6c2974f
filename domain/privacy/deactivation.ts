import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { quitCommentMax, quitGraceDays } from '#contract/privacy/deactivation.ts'
import { isLongerThan, isUnprintable, withoutStackedMarks } from '#domain/text/written.ts'

/** What prevents a member from leaving right now. */
interface QuitFacts {
  /** The member is in a call that runs or rings. */
  isInCall: boolean
  /** A request to a payment service is running. */
  isPaying: boolean
  hasOpenPayout: boolean
  /** Earned and neither paid out nor taken back, in points. */
  earningsLeft: number
  /** The broadcaster confirms the loss of the earnings. */
  leavesEarnings: boolean
}

export type QuitRefusal = 'quitInCall' | 'quitOrderOpen' | 'quitPayoutOpen' | 'quitEarningsLeft'

/** In this order: a call, a payment, a payout, unconfirmed earnings. Null: the member may leave. */
export const quitDecision = (facts: QuitFacts): Refusal<QuitRefusal> | null => {
  if (facts.isInCall) return refuse('quitInCall')
  if (facts.isPaying) return refuse('quitOrderOpen')
  if (facts.hasOpenPayout) return refuse('quitPayoutOpen')
  if (facts.earningsLeft > 0 && !facts.leavesEarnings) return refuse('quitEarningsLeft')
  return null
}

/** From then on the account can't be reactivated, and the person is erased. */
export const cancelUntilMs = (quitAtMs: number): number => quitAtMs + quitGraceDays * 24 * 3_600_000

export const isQuitFinal = (quitAtMs: number, nowMs: number): boolean => nowMs >= cancelUntilMs(quitAtMs)

/** The member's comment as it is stored; null for none. `badInput`: characters that no keyboard types. */
export const readQuitComment = (
  written: string | undefined,
): string | null | Refusal<'quitCommentTooLong' | 'badInput'> => {
  const comment = written && withoutStackedMarks(written).trim()
  if (!comment) return null
  if (isUnprintable(comment)) return refuse('badInput')
  return isLongerThan(comment, quitCommentMax) ? refuse('quitCommentTooLong') : comment
}
