import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PayoutState } from '#contract/points/payouts.ts'

/** Less isn't paid out; one point is one yen. The platform pays the bank's fee. */
export const payoutPointsMin = 3_000
/** Above this, two operators have to approve. */
export const fourEyesOverPoints = 100_000

/**
 * Somebody who uses a broadcaster's session can't send the money elsewhere at once: the broadcaster has this
 * long to see the notice of another bank account.
 */
const payoutWaitAfterChangeMs = 24 * 60 * 60_000

/** When a payout can be requested again after the account was replaced, in ms since 1970; null: now. */
export function payoutRequestsFrom(replacedAtMs: number | null, nowMs: number): number | null {
  if (replacedAtMs === null) return null
  const fromMs = replacedAtMs + payoutWaitAfterChangeMs
  return fromMs > nowMs ? fromMs : null
}

/** How many operators approve a payout of so many points: two above `fourEyesOverPoints`, else one. */
export function approvalsNeeded(points: number): 1 | 2 {
  return points > fourEyesOverPoints ? 2 : 1
}

export interface PayoutToApprove {
  state: PayoutState
  points: number
  /** A part comes from a purchase that is disputed or was refunded after it was spent, or was taken back. */
  isFrozen: boolean
  /** The operators who have approved it, by id. */
  approvedBy: readonly number[]
}

/**
 * An operator approves a payout, above the limit as one of two different ones. A repeat gets the same answer.
 */
export function decideApproval(
  payout: PayoutToApprove,
  operatorId: number,
): { isApproved: boolean } | Refusal<'payoutDecided' | 'payoutFrozen'> {
  if (payout.approvedBy.includes(operatorId)) return { isApproved: payout.state !== 'requested' }
  if (payout.state !== 'requested') return refuse('payoutDecided')
  if (payout.isFrozen) return refuse('payoutFrozen')
  return { isApproved: payout.approvedBy.length + 1 >= approvalsNeeded(payout.points) }
}
