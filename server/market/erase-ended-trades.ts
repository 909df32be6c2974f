import { sql } from 'kysely'
import { leftMemberName } from '#contract/privacy/deactivation.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { eraseImages } from '#server/images/actions/erase-images.ts'
import { eraseMarket } from './leave-market.ts'

/** Members of one round; the next round continues. */
const perRound = 100

/** Pictures of a member that a running transaction needs: of its item, and evidence in its dispute. */
export const runningTradeImages = async (tx: Tx, memberId: string): Promise<string[]> => {
  const { rows } = await sql<{ imageId: string }>`
    select p.image_id as "imageId" from market_transaction t join market_picture p on p.item_id = t.item_id
    where t.seller_id = ${memberId} and t.finished_at is null
    union
    select unnest(e.image_ids) from market_transaction t join market_dispute_entry e on e.transaction_id = t.id
    where t.finished_at is null
      and ((e.author = 'buyer' and t.buyer_id = ${memberId}) or (e.author = 'seller' and t.seller_id = ${memberId}))`.execute(
    tx,
  )
  return rows.map(({ imageId }) => imageId)
}

/** Erases what the erasure of a member left to a running transaction, as soon as that has ended. */
export const eraseEndedTrades = async ({ db }: Pick<Context, 'db'>): Promise<{ erased: number }> => {
  const { rows } = await sql<{ id: string }>`
    select distinct m.id from market_transaction t
    join market_item i on i.id = t.item_id
    join member m on m.id in (t.buyer_id, t.seller_id) and m.erased_at is not null
    where t.finished_at is not null and (
      (m.id = t.seller_id and i.title <> ${leftMemberName})
      or exists (
        select from market_dispute_entry e
        where e.transaction_id = t.id and e.author = case when m.id = t.buyer_id then 'buyer' else 'seller' end
          and (e.text <> '' or e.image_ids <> '{}')))
    order by m.id limit ${perRound}`.execute(db)
  for (const { id } of rows)
    await inTransaction(db, async (tx) => {
      await eraseImages(tx, id, await runningTradeImages(tx, id))
      await eraseMarket(tx, id)
    })
  return { erased: rows.length }
}
