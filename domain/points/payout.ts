import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PayoutState } from '#contract/points/payouts.ts'

/** Less isn't paid out; one point is one yen. The house bears the bank's fee. */
export const payoutPointsMin = 3_000
/** Above this, two operators have to approve. */
export const fourEyesOverPoints = 100_000

/**
 * Whoever has her session can't have the money sent elsewhere at once: she has this long to see the notice of another
 * account.
 */
export const payoutWaitAfterChangeMs = 24 * 60 * 60_000

/** When a payout can be asked for again after the account was replaced, in ms since 1970; null: now. */
export function payoutRequestsFrom(replacedAtMs: number | null, nowMs: number): number | null {
  if (replacedAtMs === null) return null
  const fromMs = replacedAtMs + payoutWaitAfterChangeMs
  return fromMs > nowMs ? fromMs : null
}

export function approvalsNeeded(points: number): 1 | 2 {
  return points > fourEyesOverPoints ? 2 : 1
}

export interface PayoutToApprove {
  state: PayoutState
  points: number
  /** Part of it is from a purchase that is disputed or was refunded after it was spent, or was taken back. */
  isFrozen: boolean
  /** The operators who have approved it, by id. */
  approvedBy: readonly number[]
}

/** An operator approves a payout, above the limit as one of two different ones. Again: the same answer. */
export function decideApproval(
  payout: PayoutToApprove,
  operatorId: number,
): { isApproved: boolean } | Refusal<'payoutDecided' | 'payoutFrozen'> {
  if (payout.approvedBy.includes(operatorId)) return { isApproved: payout.state !== 'requested' }
  if (payout.state !== 'requested') return refuse('payoutDecided')
  if (payout.isFrozen) return refuse('payoutFrozen')
  return { isApproved: payout.approvedBy.length + 1 >= approvalsNeeded(payout.points) }
}
