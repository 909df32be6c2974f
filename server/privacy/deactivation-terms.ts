import type { QuitTerms } from '#contract/privacy/deactivation.ts'
import { cancelUntilMs } from '#domain/privacy/deactivation.ts'
import { hasRecoveryMethod } from '#server/account/recovery-methods.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isSeated } from '#server/members/call-seat.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { countBookmarks } from '#server/people/queries.ts'
import { hasOpenPayout } from '#server/points/earnings/payouts.ts'
import { earningSummary } from '#server/points/earnings/queries.ts'
import { countOpenOrders } from '#server/points/orders/open-orders.ts'
import { walletOf } from '#server/points/queries.ts'

/** What a member would lose by leaving, and what prevents it. */
export const quitTermsOf = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { memberId, role }: Pick<Viewer, 'memberId' | 'role'>,
): Promise<QuitTerms> => {
  const [wallet, favourites, isInCall, orders, payoutOpen, earnings, isReversible] = await Promise.all([
    walletOf(db, memberId),
    countBookmarks(db, memberId),
    isSeated(db, memberId),
    countOpenOrders(db, memberId),
    hasOpenPayout(db, memberId),
    role === 'broadcaster' ? earningSummary(db, memberId) : null,
    hasRecoveryMethod(db, memberId),
  ])
  const left = (kind: 'paid' | 'free') =>
    wallet.lots.reduce((sum, lot) => sum + (lot.kind === kind ? lot.remaining : 0), 0)
  return {
    paidPoints: left('paid'),
    freePoints: left('free'),
    favourites,
    isInCall,
    openOrders: orders.paying + orders.announced,
    hasOpenPayout: payoutOpen,
    earnings,
    hasRecoveryMethod: isReversible,
    cancelUntil: new Date(cancelUntilMs(now())).toISOString(),
  }
}

/** Earned and neither paid out nor taken back, in points. */
export const earningsLeftOf = async (db: Db | Tx, memberId: string): Promise<number> => {
  const { payable, pending, frozen, requested } = await earningSummary(db, memberId)
  return payable + pending + frozen + requested
}
