import { type BroadcasterHome, homeCountMax } from '#contract/studio/studio.ts'
import { searchingCallers } from '#server/calls/random/queries.ts'
import { waitingCallers } from '#server/calls/waiting-callers.ts'
import { unreadConversations } from '#server/chat/queries.ts'
import type { Context } from '#server/context.ts'
import { payoutAccountOf } from '#server/points/earnings/payout-account.ts'
import { earnedOfPeriods } from '#server/points/earnings/queries.ts'
import { unansweredReviews } from '#server/reviews/queries.ts'

/** What a broadcaster's home page shows. Each query is bounded by itself. */
export const broadcasterHome = async (context: Context, memberId: string): Promise<BroadcasterHome> => {
  const { db } = context
  const [earned, waiting, searching, unread, reviews, account] = await Promise.all([
    earnedOfPeriods(db, memberId, context.now()),
    waitingCallers(db, memberId),
    searchingCallers(db, homeCountMax),
    unreadConversations(db, memberId, homeCountMax),
    unansweredReviews(db, memberId, homeCountMax),
    payoutAccountOf(context, db, memberId),
  ])
  return {
    earned,
    waiting,
    searchingCallers: searching,
    unreadConversations: unread,
    unansweredReviews: reviews,
    hasPayoutAccount: account !== null,
  }
}
