import type { MarketMoment } from '#contract/market/market.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'

export interface MarketNotice {
  memberId: string
  itemId: string
  /** Null: the notification leads to the item. */
  transactionId: string | null
  moment: MarketMoment
  /**
   * Who asked, answered or offered: across a block the notification isn't shown. Null for the steps of a transaction,
   * which both sides must follow to its end, and of which only the item is named.
   */
  actorId: string | null
  /** The id of what happens once at each moment; null: it happens again, each time in a transaction of its own. */
  occasion: string | null
}

/** The notifications in the app, with what causes them; the open pages of both sides fetch the market again by them. */
export const addMarketNotices = async (tx: Tx, notices: readonly MarketNotice[]): Promise<void> => {
  if (notices.length === 0) return
  await addMemberNotices(
    tx,
    notices.map(({ memberId, actorId, occasion, ...about }) => ({
      memberId,
      actorId,
      once: occasion === null ? null : `${occasion}:${about.moment}`,
      about: { kind: 'market', ...about },
    })),
  )
}
