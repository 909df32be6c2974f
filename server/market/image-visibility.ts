import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isVisible } from './item-record.ts'

type Seen = 'original' | null

/** Pictures of an item: who sees the item sees them, and so do both sides of its transactions. */
export const marketImageVisibility = async (
  db: Db,
  { imageId }: { imageId: string },
  viewer: { memberId: string } | null,
): Promise<Seen> => {
  if (!viewer) return null
  const viewerId = viewer.memberId
  const { rows } = await sql`
    select from market_picture p join market_item i on i.id = p.item_id
    where p.image_id = ${imageId} and (${isVisible(viewerId)} or exists (
      select from market_transaction t where t.item_id = i.id and ${viewerId} in (t.buyer_id, t.seller_id)))`.execute(
    db,
  )
  return rows.length > 0 ? 'original' : null
}

/** Evidence in a dispute: for its two sides. */
export const disputeImageVisibility = async (
  db: Db,
  { imageId }: { imageId: string },
  viewer: { memberId: string } | null,
): Promise<Seen> => {
  if (!viewer) return null
  const viewerId = viewer.memberId
  const { rows } = await sql`
    select from market_dispute_entry e join market_transaction t on t.id = e.transaction_id
    where ${imageId} = any (e.image_ids) and ${viewerId} in (t.buyer_id, t.seller_id)`.execute(db)
  return rows.length > 0 ? 'original' : null
}
