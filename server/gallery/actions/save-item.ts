import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { GalleryKind } from '#contract/gallery/gallery.ts'
import { galleryItemsMax, type ownGalleryEndpoints } from '#contract/gallery/own-items.ts'
import { galleryStep } from '#domain/gallery/item-state.ts'
import { readGalleryItem, type WrittenItem } from '#domain/gallery/written-item.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { imageIdsOf, isContentKept, lockItem } from '../item-record.ts'
import { hashesOfUploads, isAnyRefused, type PictureHashes } from '../picture-hashes.ts'
import { gallerySetting } from '../setting.ts'
import { chosenFiles, saveItemVideo } from '../video/item-video.ts'

type Input = InputOf<typeof ownGalleryEndpoints.saveGalleryItem>
type SaveRefusal =
  | 'forbidden'
  | 'notFound'
  | 'galleryTitleWrong'
  | 'galleryPriceWrong'
  | 'galleryTimeWrong'
  | 'galleryNotEditable'
  | 'galleryTooMany'
  | 'galleryPictureRefused'
  | 'tagWrong'
  | 'tagsTooMany'
  | 'imageGone'
  | 'videoGone'
  | 'videoNotReady'
  | 'contactRefused'

/**
 * Creates an item of a broadcaster, or changes a draft or a refused one; what is sent again is the same item. The order of
 * the refusals: forbidden, those of `readGalleryItem`, contactRefused, notFound, galleryTooMany, galleryNotEditable, imageGone,
 * galleryPictureRefused.
 */
export const saveItem = async (
  context: Context,
  { memberId, role }: Viewer,
  input: Input,
): Promise<null | Refusal<SaveRefusal>> => {
  if (role !== 'broadcaster') return refuse('forbidden')
  const appearsAt = input.appearsAt === null ? null : Date.parse(input.appearsAt)
  const written = readGalleryItem({ ...input, appearsAt }, await gallerySetting(context.db), context.now())
  if (isRefusal(written)) return written
  const text = [written.title, ...written.tags].join('\n')
  const guarded = await contactGuardDecision(context.db, { text, isWarned: true })
  if (guarded) return refuse('contactRefused')
  const chosen = await chosenFiles(context.db, memberId, input)
  if (isRefusal(chosen)) return chosen
  const { imageIds, video } = chosen
  // Before the transaction, because decoding takes a while; only uploads that are not in use yet are decoded.
  const hashes = await hashesOfUploads(context, imageIds, memberId)
  return inTransaction(context.db, async (tx) => {
    await lockName(tx, `gallery:${memberId}`)
    const { itemId, kind } = input
    const refused = await saveTexts(tx, memberId, { itemId, kind, ...written })
    return (
      refused ??
      (await saveItemVideo(tx, { itemId, ownerId: memberId, video, hashes })) ??
      savePictures(tx, { itemId, ownerId: memberId, imageIds, hashes })
    )
  })
}

const saveTexts = async (
  tx: Tx,
  ownerId: string,
  { itemId, kind, title, price, tags, appearsAt }: WrittenItem & { itemId: string; kind: GalleryKind },
): Promise<null | Refusal<'notFound' | 'galleryTooMany' | 'galleryNotEditable'>> => {
  const known = await lockItem(tx, itemId)
  if (known && known.ownerId !== ownerId) return refuse('notFound')
  const appears = appearsAt === null ? null : new Date(appearsAt)
  if (!known) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from gallery_item
      where owner_id = ${ownerId} and state not in ('withdrawn', 'removed', 'delivered')`.execute(tx)
    if ((rows[0]?.count ?? 0) >= galleryItemsMax) return refuse('galleryTooMany')
    await sql`
      insert into gallery_item (id, owner_id, kind, title, price, tags, appears_at, state)
      values (${itemId}, ${ownerId}, ${kind}, ${title}, ${price}, ${[...tags]}::text[], ${appears}, 'draft')`.execute(
      tx,
    )
    return null
  }
  const step = galleryStep(known.state, { type: 'edit' })
  if (isRefusal(step) || (await isContentKept(tx, itemId))) return refuse('galleryNotEditable')
  await sql`
    update gallery_item set kind = ${kind}, video_id = case when ${kind} = 'video' then video_id end, title = ${title}, price = ${price}, tags = ${[...tags]}::text[], appears_at = ${appears},
      state = 'draft', passed_at = null, refusal_reason = null, refusal_message = '', version = version + 1,
      changed_at = now()
    where id = ${itemId}`.execute(tx)
  return null
}

interface Pictures {
  itemId: string
  ownerId: string
  imageIds: readonly string[]
  hashes: readonly PictureHashes[]
}

/** Claims what is new, retires what was left out, and keeps the order. */
export const savePictures = async (
  tx: Tx,
  { itemId, ownerId, imageIds, hashes }: Pictures,
): Promise<null | Refusal<'imageGone' | 'galleryPictureRefused'>> => {
  const before = await imageIdsOf(tx, itemId)
  const { rows: kept } = await sql<KeptFile>`
    delete from gallery_file where item_id = ${itemId} and role = 'original'
    returning image_id as "imageId", width, height, exact_hash as exact, look_hash as look`.execute(tx)
  for (const imageId of before.filter((id) => !imageIds.includes(id))) await retireImage(tx, imageId)
  const added: PictureHashes[] = []
  for (const [place, imageId] of imageIds.entries()) {
    const known = kept.find((file) => file.imageId === imageId)
    const file = known ?? (await claimed(tx, ownerId, imageId, hashes))
    if (isRefusal(file)) return file
    if (!known && file.exact !== null && file.look !== null)
      added.push({ imageId, exact: file.exact, look: file.look })
    await sql`
      insert into gallery_file (item_id, role, place, image_id, width, height, exact_hash, look_hash)
      values (${itemId}, 'original', ${place}, ${imageId}, ${file.width}, ${file.height}, ${file.exact}, ${file.look})`.execute(
      tx,
    )
  }
  return (await isAnyRefused(tx, added)) ? refuse('galleryPictureRefused') : null
}

interface KeptFile {
  imageId: string
  width: number
  height: number
  exact: string | null
  look: string | null
}

const claimed = async (
  tx: Tx,
  ownerId: string,
  imageId: string,
  hashes: readonly PictureHashes[],
): Promise<KeptFile | Refusal<'imageGone'>> => {
  const hash = hashes.find((one) => one.imageId === imageId)
  if (!hash) return refuse('imageGone')
  const size = await claimImage(tx, { imageId, ownerId, purpose: 'gallery' })
  return isRefusal(size) ? size : { ...size, ...hash }
}
