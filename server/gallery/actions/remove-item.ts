import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RemovalReason } from '#contract/gallery/removal.ts'
import { galleryStep } from '#domain/gallery/item-state.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { keepImagesUntil } from '#server/images/actions/retire-image.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { imageIdsOf, lockItem } from '../item-record.ts'
import { removeItemVideo } from '../video/item-video.ts'
import { returnAllPurchases } from './return-purchase.ts'

/** The pictures of a removed item are kept for the authorities for so many days (product.md 7.10). */
const evidenceDays = 180
const dayMs = 86_400_000

interface Removal {
  itemId: string
  reason: RemovalReason
  note: string
  /** Whether buyers get their points back, from the broadcaster. */
  isReturned: boolean
}

/**
 * Takes an item from everybody at once, its buyers included; closes the requests about it, and remembers its pictures so
 * that they can't be uploaded again. Accounts are locked before the item, as for a purchase.
 */
export const removeItem = async (
  context: Pick<Context, 'events' | 'now'>,
  tx: Tx,
  { itemId, reason, note, isReturned }: Removal,
  operatorId: number,
): Promise<{ ownerId: string; returned: number } | Refusal<'notFound' | 'galleryRemoved'>> => {
  const before = isReturned ? await returnAllPurchases(context, tx, itemId) : 0
  const item = await lockItem(tx, itemId)
  if (!item) return refuse('notFound')
  const next = galleryStep(item.state, { type: 'remove' })
  if (isRefusal(next)) return refuse('galleryRemoved')
  // A purchase that ended while the item was being locked.
  const returned = before + (isReturned ? await returnAllPurchases(context, tx, itemId) : 0)
  const evidenceUntil = new Date(context.now() + evidenceDays * dayMs)
  await sql`
    update gallery_item set state = 'removed', shown_at = null, refusal_reason = null, refusal_message = '',
      version = version + 1, changed_at = now()
    where id = ${itemId}`.execute(tx)
  await sql`
    insert into gallery_removal (item_id, reason, note, removed_by, evidence_until, returned)
    values (${itemId}, ${reason}, ${note}, ${operatorId}, ${evidenceUntil}, ${returned})`.execute(tx)
  await sql`
    insert into gallery_refused_picture (exact_hash, look_hash)
    select exact_hash, look_hash from gallery_file
    where item_id = ${itemId} and exact_hash is not null and look_hash is not null
    on conflict do nothing`.execute(tx)
  await sql`
    update gallery_claim set closed_at = now(), closed_by = ${operatorId}, note = ${note}
    where item_id = ${itemId} and closed_at is null`.execute(tx)
  await keepImagesUntil(tx, await imageIdsOf(tx, itemId), evidenceUntil)
  await removeItemVideo(tx, itemId, evidenceUntil)
  await addMemberNotices(tx, [
    { memberId: item.ownerId, about: { kind: 'galleryReviewed', title: item.title, outcome: 'removed' } },
  ])
  return { ownerId: item.ownerId, returned }
}
