import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { operatorGalleryEndpoints } from '#contract/gallery/operator.ts'
import { galleryStep } from '#domain/gallery/item-state.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { type ItemRecord, lockItem, saveState } from '../item-record.ts'

type Input = InputOf<typeof operatorGalleryEndpoints.operatorReviewGalleryItem>

/** Passes or refuses an item in the version that the operator saw, and notifies its broadcaster. */
export const reviewItem = async (
  tx: Tx,
  { itemId, version, reason, message }: Input,
): Promise<ItemRecord | Refusal<'notFound' | 'galleryReviewed'>> => {
  const item = await lockItem(tx, itemId)
  if (!item) return refuse('notFound')
  const next = galleryStep(item.state, { type: reason === null ? 'pass' : 'refuse' })
  if (isRefusal(next) || item.version !== version) return refuse('galleryReviewed')
  if (next === 'refused')
    await sql`
      update gallery_item set state = 'refused', shown_at = null, version = version + 1, changed_at = now(),
        refusal_reason = ${reason}, refusal_message = ${message}, refused_at = now(), passed_at = null
      where id = ${itemId}`.execute(tx)
  else {
    await saveState(tx, item, next)
    await sql`update gallery_item set passed_at = now() where id = ${itemId}`.execute(tx)
  }
  await addMemberNotices(tx, [
    {
      memberId: item.ownerId,
      once: null,
      about: {
        kind: 'galleryReviewed',
        itemId,
        title: item.title,
        outcome: reason === null ? 'passed' : 'refused',
      },
    },
  ])
  return item
}
