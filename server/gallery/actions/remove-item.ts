import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RemovalReason } from '#contract/gallery/removal.ts'
import { evidenceDays, galleryStep } from '#domain/gallery/item-state.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { withdrawFollowerAnnouncement } from '#server/favourites/follower-announcements.ts'
import { keepImagesUntil } from '#server/images/actions/retire-image.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { imageIdsOf, lockItem } from '../item-record.ts'
import { removeItemVideo } from '../video/item-video.ts'
import { recheckLookalikes } from './recheck-lookalikes.ts'

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
 * that they can't be uploaded again. Other items that show them go back to the review. Points are returned afterwards by
 * a job (`returnRemoved`), each buyer's in a transaction of its own: together they would hold the accounts of all buyers
 * and delay the meters of their calls.
 *
 * @returns `returned` is how many buyers get their points back
 */
export const removeItem = async (
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { itemId, reason, note, isReturned }: Removal,
  operatorId: number,
): Promise<{ ownerId: string; returned: number } | Refusal<'notFound' | 'galleryRemoved'>> => {
  const item = await lockItem(tx, itemId)
  if (!item) return refuse('notFound')
  const next = galleryStep(item.state, { type: 'remove' })
  if (isRefusal(next)) return refuse('galleryRemoved')
  const evidenceUntil = new Date(now() + evidenceDays * dayMs)
  await sql`
    update gallery_item set state = 'removed', shown_at = null, refusal_reason = null, refusal_message = '',
      version = version + 1, changed_at = now()
    where id = ${itemId}`.execute(tx)
  await sql`
    insert into gallery_removal (item_id, reason, note, removed_by, evidence_until, returns_points)
    values (${itemId}, ${reason}, ${note}, ${operatorId}, ${evidenceUntil}, ${isReturned})`.execute(tx)
  await sql`
    insert into gallery_refused_picture (exact_hash, look_hash)
    select exact_hash, look_hash from gallery_file
    where item_id = ${itemId} and exact_hash is not null and look_hash is not null
    on conflict do nothing`.execute(tx)
  await withdrawFollowerAnnouncement(tx, 'favouriteItem', itemId)
  await recheckLookalikes(tx, itemId)
  await sql`
    update gallery_claim set closed_at = now(), closed_by = ${operatorId}, note = ${note}
    where item_id = ${itemId} and closed_at is null`.execute(tx)
  await keepImagesUntil(tx, await imageIdsOf(tx, itemId), evidenceUntil)
  await removeItemVideo(tx, itemId, evidenceUntil)
  await addMemberNotices(tx, [
    {
      memberId: item.ownerId,
      once: null,
      about: { kind: 'galleryReviewed', itemId, title: item.title, outcome: 'removed' },
    },
  ])
  return { ownerId: item.ownerId, returned: isReturned ? await openPurchases(tx, itemId) : 0 }
}

const openPurchases = async (tx: Tx, itemId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from gallery_purchase where item_id = ${itemId} and returned_at is null`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
