import { sql } from 'kysely'
import type { ItemCategory, ItemState, ShipDays } from '#contract/market/market.ts'
import { type OfferRecord, priceFor } from '#domain/market/offer.ts'
import type { Db, Tx } from '#server/db/database.ts'

export interface ItemRecord {
  id: string
  sellerId: string
  state: ItemState
  points: number
  category: ItemCategory
  shipDays: ShipDays
  version: number
}

const columns = [
  'id',
  'seller_id as sellerId',
  'state',
  'points',
  'category',
  'ship_days as shipDays',
  'version',
] as const

/** Every change of an item and every purchase waits here. */
export const lockItem = async (tx: Tx, id: string): Promise<ItemRecord | null> =>
  ((await tx.selectFrom('market_item').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | ItemRecord
    | undefined) ?? null

/** An item that this member may see: on sale or sold, of a seller who has not left, without a block; or the own one. */
export const visibleItem = async (db: Db | Tx, id: string, memberId: string): Promise<ItemRecord | null> => {
  const { rows } = await sql<ItemRecord>`
    select i.id, i.seller_id as "sellerId", i.state, i.points, i.category, i.ship_days as "shipDays", i.version
    from market_item i where i.id = ${id} and ${isVisible(memberId)}`.execute(db)
  return rows[0] ?? null
}

/** For a query over `market_item i`. */
export const isVisible = (memberId: string) => sql<boolean>`(
  i.seller_id = ${memberId} or (
    i.state in ('onSale', 'sold')
    and exists (select from member s where s.id = i.seller_id and s.role <> 'closed')
    and not exists (select from blocked_pair b where b.member_id = ${memberId} and b.partner_id = i.seller_id)))`

export interface StoredOffer extends OfferRecord {
  id: string
  itemId: string
  buyerId: string
}

/** The newest offer of a buyer for an item. */
export const lastOffer = async (
  db: Db | Tx,
  itemId: string,
  buyerId: string,
): Promise<StoredOffer | null> => {
  const row = await db
    .selectFrom('market_offer')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('buyer_id', '=', buyerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? offerOf(row) : null
}

export const offerOf = (row: {
  id: string
  item_id: string
  buyer_id: string
  points: number
  state: string
  expires_at: Date
}): StoredOffer => ({
  id: row.id,
  itemId: row.item_id,
  buyerId: row.buyer_id,
  points: row.points,
  state: row.state as StoredOffer['state'],
  expiresAt: row.expires_at.getTime(),
})

/** What this member pays for an item. */
export const priceOf = async (
  db: Db | Tx,
  item: Pick<ItemRecord, 'id' | 'points'>,
  buyerId: string,
  nowMs: number,
): Promise<number> => priceFor(item.points, await lastOffer(db, item.id, buyerId), nowMs)
