import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Refusal } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { savePictures } from '../actions/save-item.ts'
import type { PictureHashes } from '../picture-hashes.ts'
import type { RequestRecord } from './request-record.ts'

/** Nobody but the two reads it; the wish would stay in it after an erasure. */
const deliveredTitle = 'リクエストの画像'

/**
 * Turns uploaded pictures into an item that the caller has bought and nobody else finds. The accounts are locked; the item
 * is new. Refuses: imageGone, galleryPictureRefused.
 */
export const deliverItem = async (
  tx: Tx,
  { callerId, broadcasterId, points }: RequestRecord,
  { imageIds, hashes }: { imageIds: readonly string[]; hashes: readonly PictureHashes[] },
  transferId: number,
): Promise<{ itemId: string } | Refusal<'imageGone' | 'galleryPictureRefused'>> => {
  const itemId = randomUUID()
  await sql`
    insert into gallery_item (id, owner_id, kind, title, price, state, sale_count)
    values (${itemId}, ${broadcasterId}, 'image', ${deliveredTitle}, ${points}, 'delivered', 1)`.execute(tx)
  const refused = await savePictures(tx, { itemId, ownerId: broadcasterId, imageIds, hashes })
  if (refused) return refused
  await sql`
    insert into gallery_purchase (item_id, member_id, points, transfer_id)
    values (${itemId}, ${callerId}, ${points}, ${transferId})`.execute(tx)
  return { itemId }
}
