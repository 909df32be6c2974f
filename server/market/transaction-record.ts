import type { MarketMoment, MarketSide, TransactionPhase } from '#contract/market/market.ts'
import { nextTickAt, type TransactionState } from '#domain/market/transaction.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { marketSetting } from './rules.ts'

/** A transaction's row. `state` is what the machine of domain/market reads. */
export interface TransactionRecord {
  id: string
  itemId: string
  buyerId: string
  sellerId: string
  state: TransactionState
}

/** As it is stored, with the operators' limit at the time of the purchase. */
export interface StoredTransaction extends TransactionRecord {
  twoOperatorsAbove: number
}

export interface TransactionRow {
  id: string
  item_id: string
  buyer_id: string
  seller_id: string
  points: number
  fee_percent: number
  phase: string
  ship_by: Date
  label_code: string | null
  shipped_at: Date | null
  delivered_at: Date | null
  return_by: Date | null
  two_operators_above: number
  finished_at: Date | null
  buyer_reviewed: boolean
  seller_reviewed: boolean
  cancelled_by: string | null
  seller_points: number | null
  created_at: Date
}

export const stateOf = (row: TransactionRow): TransactionState => ({
  phase: row.phase as TransactionPhase,
  points: row.points,
  feePercent: row.fee_percent,
  boughtAt: row.created_at.getTime(),
  shipBy: row.ship_by.getTime(),
  hasLabel: row.label_code !== null,
  shippedAt: row.shipped_at?.getTime() ?? null,
  deliveredAt: row.delivered_at?.getTime() ?? null,
  returnBy: row.return_by?.getTime() ?? null,
  reviewed: { buyer: row.buyer_reviewed, seller: row.seller_reviewed },
  cancelledBy: row.cancelled_by as MarketSide | null,
  finishedAt: row.finished_at?.getTime() ?? null,
  sellerPoints: row.seller_points,
})

const recordOf = (row: TransactionRow): StoredTransaction => ({
  id: row.id,
  itemId: row.item_id,
  buyerId: row.buyer_id,
  sellerId: row.seller_id,
  state: stateOf(row),
  twoOperatorsAbove: row.two_operators_above,
})

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Without the label's code, which `setLabel` stores. */
const columnsOf = (state: TransactionState) => ({
  phase: state.phase,
  ship_by: new Date(state.shipBy),
  shipped_at: dateOf(state.shippedAt),
  delivered_at: dateOf(state.deliveredAt),
  return_by: dateOf(state.returnBy),
  finished_at: dateOf(state.finishedAt),
  buyer_reviewed: state.reviewed.buyer,
  seller_reviewed: state.reviewed.seller,
  cancelled_by: state.cancelledBy,
  seller_points: state.sellerPoints,
  due_at: dateOf(nextTickAt(state)),
})

export const sideOf = (
  { buyerId, sellerId }: Pick<TransactionRecord, 'buyerId' | 'sellerId'>,
  memberId: string,
): MarketSide | null => {
  if (memberId === buyerId) return 'buyer'
  return memberId === sellerId ? 'seller' : null
}

export const memberOf = (
  { buyerId, sellerId }: Pick<TransactionRecord, 'buyerId' | 'sellerId'>,
  side: MarketSide,
): string => (side === 'buyer' ? buyerId : sellerId)

export const findTransaction = async (db: Db | Tx, id: string): Promise<TransactionRecord | null> => {
  const row = await db.selectFrom('market_transaction').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? recordOf(row) : null
}

export const lockTransaction = async (tx: Tx, id: string): Promise<StoredTransaction | null> => {
  const row = await tx
    .selectFrom('market_transaction')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? recordOf(row) : null
}

/** What a member has sold and not shipped, in the order of the ids: transactions that lock several lock them so. */
export const lockPaidSales = async (tx: Tx, sellerId: string): Promise<StoredTransaction[]> => {
  const rows = await tx
    .selectFrom('market_transaction')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('phase', '=', 'paid')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(recordOf)
}

/** Items of this seller whose purchase the buyer has cancelled since `sinceMs`, without the seller being late. */
export const itemsCancelledBy = async (
  tx: Tx,
  { buyerId, sellerId }: Pick<TransactionRecord, 'buyerId' | 'sellerId'>,
  sinceMs: number,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('market_transaction')
    .select('item_id')
    .where('buyer_id', '=', buyerId)
    .where('seller_id', '=', sellerId)
    .where('cancelled_by', '=', 'buyer')
    .where('finished_at', '>', new Date(sinceMs))
    .whereRef('finished_at', '<', 'ship_by')
    .execute()
  return rows.map(({ item_id }) => item_id)
}

export const insertTransaction = async (
  tx: Tx,
  { id, itemId, buyerId, sellerId, state }: TransactionRecord,
): Promise<void> => {
  const { twoOperatorsAbove } = await marketSetting(tx)
  await tx
    .insertInto('market_transaction')
    .values({
      id,
      item_id: itemId,
      buyer_id: buyerId,
      seller_id: sellerId,
      points: state.points,
      fee_percent: state.feePercent,
      two_operators_above: twoOperatorsAbove,
      created_at: new Date(state.boughtAt),
      ...columnsOf(state),
    })
    .execute()
}

export const saveTransaction = async (tx: Tx, id: string, state: TransactionState): Promise<void> => {
  await tx.updateTable('market_transaction').set(columnsOf(state)).where('id', '=', id).execute()
}

export const addStep = async (
  tx: Tx,
  transactionId: string,
  kind: MarketMoment,
  atMs: number,
): Promise<void> => {
  await tx
    .insertInto('market_step')
    .values({ transaction_id: transactionId, kind, at: new Date(atMs) })
    .execute()
}
