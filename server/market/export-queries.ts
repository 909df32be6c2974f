import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { addressOf } from './addresses.ts'

/** For the export of a member's data: what the member listed, bought, sold and wrote in the market. */
export const marketOfMember = async (
  context: Pick<Context, 'db' | 'secret'>,
  memberId: string,
): Promise<object> => {
  const { db } = context
  const read = async (query: ReturnType<typeof sql<object>>): Promise<object[]> =>
    (await query.execute(db)).rows
  return {
    address: await addressOf(context, db, memberId),
    items: await read(sql<object>`
      select state, title, description, category, condition, points, postage, prefecture, ship_days as "shipDays",
        listed_at as "listedAt", removed_reason as "removedReason"
      from market_item where seller_id = ${memberId} order by listed_at`),
    transactions: await read(sql<object>`
      select case when t.buyer_id = ${memberId} then 'buyer' else 'seller' end as side, i.title, t.points, t.phase,
        t.seller_points as "sellerPoints", t.created_at as "boughtAt", t.finished_at as "finishedAt"
      from market_transaction t join market_item i on i.id = t.item_id
      where ${memberId} in (t.buyer_id, t.seller_id) order by t.created_at`),
    favourites: await read(sql<object>`
      select i.title, f.created_at as "addedAt" from market_favourite f join market_item i on i.id = f.item_id
      where f.member_id = ${memberId} order by f.created_at`),
    questions: await read(sql<object>`
      select i.title, q.text, q.created_at as "askedAt" from market_question q join market_item i on i.id = q.item_id
      where q.author_id = ${memberId} order by q.created_at`),
    offers: await read(sql<object>`
      select i.title, o.points, o.state, o.created_at as "offeredAt" from market_offer o join market_item i on i.id = o.item_id
      where o.buyer_id = ${memberId} order by o.created_at`),
    disputeTexts: await read(sql<object>`
      select e.text, e.created_at as "writtenAt" from market_dispute_entry e join market_transaction t on t.id = e.transaction_id
      where (e.author = 'buyer' and t.buyer_id = ${memberId}) or (e.author = 'seller' and t.seller_id = ${memberId})
      order by e.created_at`),
    reviews: await read(sql<object>`
      select r.is_good as "isGood", r.text, r.created_at as "writtenAt" from market_review r
      join market_transaction t on t.id = r.transaction_id
      where (r.author = 'buyer' and t.buyer_id = ${memberId}) or (r.author = 'seller' and t.seller_id = ${memberId})
      order by r.created_at`),
  }
}
