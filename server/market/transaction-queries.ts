import { sql } from 'kysely'
import type { Carrier, MarketMoment, MarketSide, TrackingState } from '#contract/market/market.ts'
import {
  type TransactionCard,
  type TransactionDetail,
  transactionActions,
} from '#contract/market/transactions.ts'
import { leftMemberName } from '#contract/privacy/deactivation.ts'
import { feeOf, isOwnTurn, mayStep, nextTickAt } from '#domain/market/transaction.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { stateOf, type TransactionRow } from './transaction-record.ts'

interface CardRow extends TransactionRow {
  title: string
  image_id: string | null
  partner_name: string
  changed_at: Date
  carrier: string | null
  tracking: string | null
}

/** A member's transactions; a block hides none, because points are in them. */
const rowsOf = async (
  db: Db | Tx,
  memberId: string,
  page: { id?: string; after?: { at: string; id: string }; limit: number },
): Promise<CardRow[]> => {
  const { rows } = await sql<CardRow>`
    select t.*, i.title,
      (select p.image_id from market_picture p where p.item_id = i.id order by p.position limit 1) as image_id,
      case when m.role = 'closed' then ${leftMemberName} else m.name end as partner_name,
      coalesce((select max(s.at) from market_step s where s.transaction_id = t.id), t.created_at) as changed_at
    from market_transaction t
    join market_item i on i.id = t.item_id
    join member m on m.id = case when t.buyer_id = ${memberId} then t.seller_id else t.buyer_id end
    where ${memberId} in (t.buyer_id, t.seller_id)
      and (${page.id === undefined} or t.id = ${page.id ?? null}::uuid)
      and (${page.after === undefined} or ((extract(epoch from t.created_at) * 1000000)::bigint, t.id)
        < (${page.after?.at ?? '0'}::bigint, ${page.after?.id ?? null}::uuid))
    order by t.created_at desc, t.id desc limit ${page.limit}`.execute(db)
  return rows
}

const cardOf = (row: CardRow, memberId: string): TransactionCard => {
  const side: MarketSide = row.buyer_id === memberId ? 'buyer' : 'seller'
  const state = stateOf(row)
  return {
    transactionId: row.id,
    itemId: row.item_id,
    side,
    title: row.title,
    imageId: row.image_id,
    points: row.points,
    phase: state.phase,
    isOwnTurn: isOwnTurn(state, side),
    changedAt: row.changed_at.toISOString(),
  }
}

export const transactionsOf = async (
  db: Db,
  memberId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ transactions: TransactionCard[]; next: string | null }> => {
  const [at = '0', id = ''] = after?.split('_') ?? []
  const rows = await rowsOf(db, memberId, { limit: limit + 1, ...(after ? { after: { at, id } } : {}) })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? `${BigInt(last.created_at.getTime()) * 1000n}_${last.id}` : null
  return { transactions: shown.map((row) => cardOf(row, memberId)), next }
}

const shipmentOf = (row: CardRow, side: MarketSide): TransactionDetail['shipment'] => ({
  carrier: row.carrier as Carrier | null,
  // A buyer who knew it could redirect the parcel or hand in another one.
  labelCode: side === 'seller' ? row.label_code : null,
  tracking: row.tracking as TrackingState | null,
})

/** Null for everybody but the two sides. */
export const transactionDetail = async (
  db: Db,
  memberId: string,
  transactionId: string,
  nowMs: number,
): Promise<TransactionDetail | null> => {
  const [row] = await rowsOf(db, memberId, { id: transactionId, limit: 1 })
  if (!row) return null
  const card = cardOf(row, memberId)
  const { side } = card
  const state = stateOf(row)
  const tickAt = nextTickAt(state)
  const { sellerPoints } = state
  return {
    ...card,
    partnerName: row.partner_name,
    feePercent: state.feePercent,
    proceedsPoints: state.points - feeOf(state.points, state.feePercent),
    settled:
      sellerPoints === null
        ? null
        : {
            buyerPoints: state.points - sellerPoints,
            sellerPoints: sellerPoints - feeOf(sellerPoints, state.feePercent),
          },
    boughtAt: row.created_at.toISOString(),
    shipBy: row.ship_by.toISOString(),
    autoReceiveAt: state.phase === 'delivered' && tickAt !== null ? new Date(tickAt).toISOString() : null,
    returnBy: state.phase === 'returning' && tickAt !== null ? new Date(tickAt).toISOString() : null,
    shipment: shipmentOf(row, side),
    actions: transactionActions.filter((type) => mayStep(state, { type, by: side }, nowMs)),
    mayShip: side === 'seller' && state.phase === 'paid',
    mayReview: mayStep(state, { type: 'review', by: side }, nowMs),
    hasAddress: await hasAddress(db, memberId),
    steps: await stepsOf(db, transactionId),
    disputeEntries: await entriesOf(db, transactionId),
    reviews: await reviewsOf(db, transactionId),
  }
}

const hasAddress = async (db: Db, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom('market_address')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()) !== undefined

export const stepsOf = async (db: Db | Tx, transactionId: string): Promise<TransactionDetail['steps']> => {
  const rows = await db
    .selectFrom('market_step')
    .select(['kind', 'at'])
    .where('transaction_id', '=', transactionId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, at }) => ({ moment: kind as MarketMoment, at: at.toISOString() }))
}

export const entriesOf = async (
  db: Db | Tx,
  transactionId: string,
): Promise<TransactionDetail['disputeEntries']> => {
  const rows = await db
    .selectFrom('market_dispute_entry')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    entryId: row.id,
    author: row.author,
    text: row.text,
    imageIds: row.image_ids,
    at: row.created_at.toISOString(),
  }))
}

const reviewsOf = async (db: Db, transactionId: string): Promise<TransactionDetail['reviews']> => {
  const rows = await db
    .selectFrom('market_review')
    .select(['author', 'is_good as isGood', 'text'])
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .execute()
  return rows
}
