import { type RawBuilder, sql } from 'kysely'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { ItemCategory, ItemState, TransactionPhase } from '#contract/market/market.ts'
import { marketRowsPerPage, type operatorMarketEndpoints } from '#contract/market/operator.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { cursorAt, micros, placeOf } from './list-place.ts'
import { marketSetting } from './rules.ts'
import { entriesOf, stepsOf } from './transaction-queries.ts'

type ItemRow = OutputOf<typeof operatorMarketEndpoints.operatorMarketItems>['items'][number]
type TransactionRow = OutputOf<
  typeof operatorMarketEndpoints.operatorMarketTransactions
>['transactions'][number]
/** One row more than the page has says whether there is another page. */
const rowsRead = marketRowsPerPage + 1

/** The rows of one page, and where the next one begins. */
const pageOf = <Row extends { id: string; at: string }>(
  rows: readonly Row[],
): { shown: Row[]; next: string | null } => {
  const shown = rows.slice(0, marketRowsPerPage)
  const last = shown.at(-1)
  return { shown, next: rows.length > marketRowsPerPage && last ? cursorAt(last) : null }
}

/** Whether a row comes after the cursor's, the latest first; rows of the same instant follow by their ids. */
const isAfter = (at: RawBuilder<unknown>, id: RawBuilder<unknown>, cursor: string) => {
  const place = placeOf(cursor)
  return sql<boolean>`(${micros(at)}, ${id}) < (${place.at}::bigint, ${place.id}::uuid)`
}

type Detail = OutputOf<typeof operatorMarketEndpoints.operatorMarketTransaction>['transaction']

export const marketItems = async (
  tx: Tx,
  { state, after }: { state: ItemState; after?: string | undefined },
): Promise<{ items: ItemRow[]; next: string | null }> => {
  const listedAt = sql.ref('listed_at')
  let query = tx
    .selectFrom('market_item')
    .select(['id', 'seller_id', 'title', 'category', 'points', 'state', 'listed_at'])
    .select(sql<string>`${micros(listedAt)}::text`.as('at'))
    .where('state', '=', state)
  if (after !== undefined) query = query.where(isAfter(listedAt, sql.ref('id'), after))
  const rows = await query.orderBy('listed_at', 'desc').orderBy('id', 'desc').limit(rowsRead).execute()
  const { shown, next } = pageOf(rows)
  return {
    items: shown.map((row) => ({
      itemId: row.id,
      sellerId: row.seller_id,
      title: row.title,
      category: row.category as ItemCategory,
      points: row.points,
      state: row.state,
      listedAt: row.listed_at.toISOString(),
    })),
    next,
  }
}

const transactions = (tx: Tx) =>
  tx
    .selectFrom('market_transaction as t')
    .innerJoin('market_item as i', 'i.id', 't.item_id')
    .select([
      't.id',
      'i.title',
      'i.description',
      't.buyer_id',
      't.seller_id',
      't.points',
      't.phase',
      't.seller_points',
      't.created_at',
      't.two_operators_above as twoOperatorsAbove',
    ])

const rowOf = (row: {
  id: string
  title: string
  buyer_id: string
  seller_id: string
  points: number
  phase: string
  created_at: Date
}): TransactionRow => ({
  transactionId: row.id,
  title: row.title,
  buyerId: row.buyer_id,
  sellerId: row.seller_id,
  points: row.points,
  phase: row.phase as TransactionPhase,
  createdAt: row.created_at.toISOString(),
})

export const marketTransactions = async (
  tx: Tx,
  { isDisputed, after }: { isDisputed: boolean; after?: string | undefined },
): Promise<{ transactions: TransactionRow[]; next: string | null }> => {
  const createdAt = sql.ref('t.created_at')
  let query = transactions(tx).select(sql<string>`${micros(createdAt)}::text`.as('at'))
  if (isDisputed) query = query.where('t.phase', 'in', ['disputed', 'returning'])
  if (after !== undefined) query = query.where(isAfter(createdAt, sql.ref('t.id'), after))
  const rows = await query.orderBy('t.created_at', 'desc').orderBy('t.id', 'desc').limit(rowsRead).execute()
  const { shown, next } = pageOf(rows)
  return { transactions: shown.map(rowOf), next }
}

/** One transaction for the console; operators see no address either. */
export const marketTransaction = async (
  tx: Tx,
  transactionId: string,
  operatorId: number,
): Promise<Detail | null> => {
  const row = await transactions(tx).where('t.id', '=', transactionId).executeTakeFirst()
  if (!row) return null
  const decision = await tx
    .selectFrom('market_decision as d')
    .innerJoin('operator as o', 'o.id', 'd.decided_by')
    .select(['d.seller_points as sellerPoints', 'd.reason', 'o.mail as decidedBy', 'd.decided_by as by'])
    .where('d.transaction_id', '=', transactionId)
    .executeTakeFirst()
  const { twoOperatorsAbove } = await marketSetting(tx)
  return {
    ...rowOf(row),
    description: row.description,
    sellerPoints: row.seller_points,
    steps: await stepsOf(tx, transactionId),
    entries: (await entriesOf(tx, transactionId)).map(({ entryId: _, ...entry }) => entry),
    decision: decision
      ? {
          sellerPoints: decision.sellerPoints,
          reason: decision.reason,
          decidedBy: decision.decidedBy,
          isOwn: decision.by === operatorId,
        }
      : null,
    needsTwo: row.points > Math.min(row.twoOperatorsAbove, twoOperatorsAbove),
  }
}

/** Whether an image is evidence in this dispute. */
export const isDisputeImage = async (db: Db, transactionId: string, imageId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from market_dispute_entry
    where transaction_id = ${transactionId} and ${imageId} = any (image_ids) limit 1`.execute(db)
  return rows.length > 0
}

/** The item's state, or null when it is gone. */
export const itemState = async (db: Db | Tx, itemId: string): Promise<ItemState | null> => {
  const row = await db.selectFrom('market_item').select('state').where('id', '=', itemId).executeTakeFirst()
  return (row?.state as ItemState | undefined) ?? null
}

export const isQuestionThere = async (db: Db | Tx, questionId: string): Promise<boolean> =>
  (await db.selectFrom('market_question').select('id').where('id', '=', questionId).executeTakeFirst()) !==
  undefined
