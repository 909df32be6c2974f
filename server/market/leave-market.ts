import { sql } from 'kysely'
import { leftMemberName } from '#contract/privacy/deactivation.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { applyToLocked } from './actions/apply-market-event.ts'
import { lockEscrows } from './escrow.ts'
import { lockPaidSales, type TransactionRecord } from './transaction-record.ts'

/**
 * With an account that is deactivated: its items leave the market. The calling transaction has no account locked: a purchase
 * locks its item first, and a step of it its transaction.
 *
 * @returns what was bought and not shipped, locked, for `cancelSales`
 */
export const withdrawSales = async (tx: Tx, memberId: string): Promise<TransactionRecord[]> => {
  await sql`
    update market_item set state = 'withdrawn' where seller_id = ${memberId} and state = 'onSale'`.execute(tx)
  return lockPaidSales(tx, memberId)
}

/** Afterwards: the buyers of what wasn't shipped get their points back. */
export const cancelSales = async (
  context: Pick<Context, 'events' | 'now'>,
  tx: Tx,
  sales: readonly TransactionRecord[],
): Promise<void> => {
  await lockEscrows(
    tx,
    sales.map(({ id }) => id),
  )
  for (const sale of sales) await applyToLocked(context, tx, sale, { type: 'itemGone' })
}

/**
 * For the erasure of a member: addresses, drafts and everything written are deleted. Transactions stay under the
 * member's id, because books are kept for years; proceeds are forfeited. What a running transaction needs, its item and
 * what was said and shown in its dispute, is erased when it has ended (`eraseEndedTrades`).
 */
export const eraseMarket = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('market_address').where('member_id', '=', memberId).execute()
  await sql`
    delete from market_parcel_address a using market_transaction t
    where t.id = a.transaction_id and t.finished_at is not null
      and ((a.side = 'buyer' and t.buyer_id = ${memberId}) or (a.side = 'seller' and t.seller_id = ${memberId}))`.execute(
    tx,
  )
  await tx.deleteFrom('market_favourite').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('market_question').where('author_id', '=', memberId).execute()
  await tx.deleteFrom('market_offer').where('buyer_id', '=', memberId).execute()
  await sql`
    update market_question set answer = ${leftMemberName} where answer is not null
      and item_id in (select id from market_item where seller_id = ${memberId})`.execute(tx)
  await sql`
    update market_dispute_entry e set text = '', image_ids = '{}' from market_transaction t
    where t.id = e.transaction_id and t.finished_at is not null
      and ((e.author = 'buyer' and t.buyer_id = ${memberId}) or (e.author = 'seller' and t.seller_id = ${memberId}))`.execute(
    tx,
  )
  await sql`
    update market_review r set text = '' from market_transaction t
    where t.id = r.transaction_id
      and ((r.author = 'buyer' and t.buyer_id = ${memberId}) or (r.author = 'seller' and t.seller_id = ${memberId}))`.execute(
    tx,
  )
  await sql`
    delete from market_item i where i.seller_id = ${memberId}
      and not exists (select from market_transaction t where t.item_id = i.id)`.execute(tx)
  const isOver = sql`not exists (
    select from market_transaction t where t.item_id = i.id and t.finished_at is null)`
  await sql`
    delete from market_picture p using market_item i
    where i.id = p.item_id and i.seller_id = ${memberId} and ${isOver}`.execute(tx)
  await sql`
    update market_item i set title = ${leftMemberName}, description = '', folded = ''
    where i.seller_id = ${memberId} and ${isOver}`.execute(tx)
  await sql`select forfeit_proceeds(${memberId})`.execute(tx)
}
