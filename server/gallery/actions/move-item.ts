import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { GalleryState } from '#contract/gallery/own-items.ts'
import { galleryStep } from '#domain/gallery/item-state.ts'
import { isPriceAllowed } from '#domain/gallery/written-item.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { type ItemRecord, imageIdsOf, isContentKept, lockItem, saveState } from '../item-record.ts'
import { isAnyRefused, storedHashes } from '../picture-hashes.ts'
import { gallerySetting, isReviewedAfter } from '../setting.ts'
import { retireItemVideo } from '../video/item-video.ts'

type MoveRefusal = 'forbidden' | 'notFound' | 'galleryNotEditable'

/** Locks an own item and changes it in one transaction; to others there is no such item. */
const change = <Code extends Refusal['refused'], Done = null>(
  { db }: Pick<Context, 'db'>,
  { memberId, role }: Viewer,
  itemId: string,
  work: (tx: Tx, item: ItemRecord) => Promise<Done | Refusal<Code>>,
): Promise<Done | Refusal<Code | 'forbidden' | 'notFound'>> =>
  inTransaction<Done | Refusal<Code | 'forbidden' | 'notFound'>>(db, async (tx) => {
    if (role !== 'broadcaster') return refuse('forbidden')
    const item = await lockItem(tx, itemId)
    return item?.ownerId === memberId ? work(tx, item) : refuse('notFound')
  })

/** Publishes an item, or sends it to the operators first. */
export const submitItem = (
  context: Context,
  viewer: Viewer,
  itemId: string,
): Promise<null | Refusal<MoveRefusal | 'galleryEmpty' | 'galleryPriceWrong' | 'galleryPictureRefused'>> =>
  change<'galleryNotEditable' | 'galleryEmpty' | 'galleryPriceWrong' | 'galleryPictureRefused'>(
    context,
    viewer,
    itemId,
    async (tx, item) => {
      const isSeenFirst = await isReviewedAfter(tx, item.ownerId)
      const next = galleryStep(item.state, { type: 'submit', isSeenFirst, wasPassed: item.passedAt !== null })
      if (isRefusal(next)) return refuse('galleryNotEditable')
      if ((await imageIdsOf(tx, itemId)).length === 0) return refuse('galleryEmpty')
      // Something with the same picture may have been removed since it was added.
      if (item.passedAt === null && (await isAnyRefused(tx, await storedHashes(tx, itemId))))
        return refuse('galleryPictureRefused')
      // Operators may have changed the bounds since the draft.
      if (!isPriceAllowed(item.price, await gallerySetting(tx))) return refuse('galleryPriceWrong')
      await saveState(tx, item, next)
      if (next === 'published') return null
      await sql`update gallery_item set submitted_at = now() where id = ${itemId}`.execute(tx)
      await raiseAlert(tx, {
        kind: 'galleryWaiting',
        subject: 'gallery',
        text: '審査待ちの作品があります。',
      })
      return null
    },
  )

/** A changed price is for those who buy from now on. */
export const changePrice = (
  context: Context,
  viewer: Viewer,
  { itemId, price }: { itemId: string; price: number },
): Promise<null | Refusal<MoveRefusal | 'galleryPriceWrong'>> =>
  change<'galleryNotEditable' | 'galleryPriceWrong'>(context, viewer, itemId, async (tx, item) => {
    if (item.state === 'removed' || item.state === 'delivered') return refuse('galleryNotEditable')
    if (!isPriceAllowed(price, await gallerySetting(tx))) return refuse('galleryPriceWrong')
    await sql`update gallery_item set price = ${price}, changed_at = now() where id = ${itemId}`.execute(tx)
    return null
  })

/** What became of an item; null: it was deleted. */
interface Ended {
  type: 'success'
  state: GalleryState | null
}

/** Ends the sale; a draft that nobody could buy is deleted with its pictures. */
export const withdrawItem = (
  context: Context,
  viewer: Viewer,
  itemId: string,
): Promise<Ended | Refusal<MoveRefusal>> =>
  change<'galleryNotEditable', Ended>(context, viewer, itemId, async (tx, item) => {
    if (item.state === 'draft' || item.state === 'refused') return deleteItem(tx, item)
    const next = galleryStep(item.state, { type: 'withdraw' })
    if (isRefusal(next)) return refuse('galleryNotEditable')
    await saveState(tx, item, next)
    return { type: 'success', state: next }
  })

/** An item that appeared before its review and was refused then may have buyers, or be reported: it is withdrawn. */
const deleteItem = async (tx: Tx, item: ItemRecord): Promise<Ended> => {
  if (await isContentKept(tx, item.id)) {
    await saveState(tx, item, 'withdrawn')
    return { type: 'success', state: 'withdrawn' }
  }
  for (const imageId of await imageIdsOf(tx, item.id)) await retireImage(tx, imageId)
  await retireItemVideo(tx, item.id)
  if (item.refusedAt === null) await sql`delete from gallery_item where id = ${item.id}`.execute(tx)
  else await keepRefusal(tx, item)
  return { type: 'success', state: null }
}

/**
 * Of a deleted item that operators refused, a row without words and pictures stays: the refusal counts (product.md 7.3).
 * Nobody sees the row, and without a picture it can't be submitted.
 */
const keepRefusal = async (tx: Tx, item: ItemRecord): Promise<void> => {
  await saveState(tx, item, 'withdrawn')
  await sql`delete from gallery_file where item_id = ${item.id}`.execute(tx)
  await sql`delete from gallery_favourite where item_id = ${item.id}`.execute(tx)
  await sql`
    update gallery_item set title = '', tags = '{}', appears_at = null, video_id = null, favourite_count = 0
    where id = ${item.id}`.execute(tx)
}
