import type { MarketMoment } from '#contract/market/market.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'

export interface MarketNews {
  memberId: string
  itemId: string
  /** Null: the notification leads to the item. */
  transactionId: string | null
  moment: MarketMoment
}

/** The notifications in the app, with what causes them. */
export const addMarketNotices = async (
  { events }: Pick<Context, 'events'>,
  tx: Tx,
  news: readonly MarketNews[],
): Promise<void> => {
  if (news.length === 0) return
  await addMemberNotices(
    tx,
    news.map(({ memberId, ...about }) => ({ memberId, about: { kind: 'market', ...about } })),
  )
  for (const { memberId } of news) await events.publish(tx, { type: 'notices:changed', memberId })
}
