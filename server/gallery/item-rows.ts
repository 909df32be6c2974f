import { sql } from 'kysely'
import type { GalleryCard, GalleryItem, GalleryKind, GalleryPicture } from '#contract/gallery/gallery.ts'
import type { GalleryState } from '#contract/gallery/own-items.ts'
import { type AccessFacts, galleryAccess } from '#domain/gallery/access.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { signImageAddress } from '#server/images/signed-address.ts'
import { watermarkCode, watermarkKey } from '#server/images/watermark/watermark.ts'
import { signVideoAddress } from '#server/videos/delivery-routes.ts'
import { gallerySetting } from './setting.ts'
import { type VideoRow, videoOf } from './video/item-video.ts'

export interface FileRow {
  imageId: string
  width: number
  height: number
}

interface ItemRow extends AccessFacts {
  id: string
  kind: GalleryKind
  title: string
  tags: string[]
  ownerId: string
  ownerName: string
  ownerAvatarId: string | null
  pictures: number
  isFavourite: boolean
  favourites: number
  shownAt: Date
  boughtAt: Date | null
  paidPoints: number | null
  receiptId: number | null
  isUnopened: boolean
  wasReturned: boolean
  files: FileRow[]
  video: VideoRow | null
}

type Signing = Pick<Context, 'secret' | 'now'>

/** Files of the item `i`, the cover first. */
export const filesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('imageId', f.image_id, 'width', f.width, 'height', f.height) order by f.place), '[]')
  from gallery_file f where f.item_id = i.id and f.role = 'original')`

const coverOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('imageId', f.image_id, 'width', f.width, 'height', f.height)), '[]')
  from gallery_file f where f.item_id = i.id and f.role = 'original' and f.place = 0)`

/** The items of these ids in their order, with what decides about the viewer's access. */
const itemRows = async (
  db: Db | Tx,
  ids: readonly string[],
  viewerId: string | null,
  files: typeof coverOf,
): Promise<ItemRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ItemRow>`
    select i.id, i.kind, i.title, i.tags, i.price, i.state, coalesce(i.shown_at <= now(), false) as "isShown",
      m.id as "ownerId", m.name as "ownerName", m.avatar_id as "ownerAvatarId",
      (select count(*)::int from gallery_file f where f.item_id = i.id and f.role = 'original') as pictures,
      i.owner_id = ${viewerId} as "isOwner", p.item_id is not null and p.returned_at is null as "isBuyer",
      m.role <> 'broadcaster' or exists (
        select from blocked_pair b where b.member_id = ${viewerId} and b.partner_id = m.id) as "isHidden",
      k.item_id is not null as "isFavourite", i.favourite_count as favourites,
      coalesce(i.shown_at, i.changed_at) as "shownAt", p.bought_at as "boughtAt", p.points as "paidPoints", p.transfer_id as "receiptId",
      p.opened_at is null and p.returned_at is null and p.item_id is not null as "isUnopened",
      p.returned_at is not null as "wasReturned", ${files} as files, ${videoOf} as video
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join gallery_item i on i.id = wanted.id
    join member m on m.id = i.owner_id
    left join gallery_purchase p on p.item_id = i.id and p.member_id = ${viewerId}
    left join gallery_favourite k on k.item_id = i.id and k.member_id = ${viewerId}
    order by wanted.place`.execute(db)
  return rows
}

const cardOf = (signing: Signing, row: ItemRow, viewerId: string | null): GalleryCard | null => {
  const access = galleryAccess({ ...row, isOwner: row.isOwner ?? false })
  const [cover] = row.files
  if (access === null || !cover) return null
  const isOpen = access !== 'locked'
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    owner: { id: row.ownerId, name: row.ownerName, avatarId: row.ownerAvatarId },
    price: row.price,
    pictures: row.pictures,
    durationMs: row.video?.durationMs ?? null,
    cover: pictureOf(signing, cover, isOpen, viewerId),
    access,
    isFavourite: row.isFavourite,
    favourites: row.favourites,
    shownAt: row.shownAt.toISOString(),
    isUnopened: row.isUnopened,
  }
}

const pictureOf = (
  signing: Signing,
  { imageId, width, height }: FileRow,
  isOpen: boolean,
  viewerId: string | null,
): GalleryPicture => ({
  imageId,
  width,
  height,
  signature: isOpen ? signImageAddress(signing, imageId, viewerId) : null,
})

/** The cards of these items in their order; items that the viewer may not see are left out. */
export const galleryCards = async (
  { db, ...signing }: Pick<Context, 'db' | 'secret' | 'now'>,
  ids: readonly string[],
  viewerId: string | null,
): Promise<GalleryCard[]> =>
  (await itemRows(db, ids, viewerId, coverOf)).flatMap((row) => cardOf(signing, row, viewerId) ?? [])

/** One item with all pictures; null when there is none for this viewer. */
export const galleryItemFor = async (
  { db, ...signing }: Pick<Context, 'db' | 'secret' | 'now'>,
  itemId: string,
  viewerId: string | null,
): Promise<GalleryItem | null> => {
  const [row] = await itemRows(db, [itemId], viewerId, filesOf)
  const card = row && cardOf(signing, row, viewerId)
  if (!row || !card) return null
  return {
    ...card,
    tags: row.tags,
    files: row.files.map((file) => pictureOf(signing, file, card.access !== 'locked', viewerId)),
    video: row.video && {
      ...row.video,
      signature: card.access === 'locked' ? null : signVideoAddress(signing, row.video.videoId, viewerId),
    },
    videoCode: await videoCodeOf(db, signing, row, viewerId),
    isWithdrawn: isWithdrawn(row.state),
    purchase:
      row.isBuyer && row.boughtAt && row.paidPoints !== null && row.receiptId !== null
        ? { points: row.paidPoints, boughtAt: row.boughtAt.toISOString(), receiptId: row.receiptId }
        : null,
  }
}

/** The code that the poster of the buyer's copy bears: operators know buyers of videos by it as well. */
const videoCodeOf = async (
  db: Db | Tx,
  { secret }: Signing,
  { isBuyer, video, files }: ItemRow,
  viewerId: string | null,
): Promise<string | null> => {
  const [poster] = files
  if (!isBuyer || !video || !poster || viewerId === null) return null
  const { isWatermarkVisible } = await gallerySetting(db)
  return isWatermarkVisible ? watermarkCode(watermarkKey(secret, poster.imageId, viewerId)) : null
}

const isWithdrawn = (state: GalleryState): boolean => state === 'withdrawn'

/** What decides about the viewer's access to one item; null without such an item. */
export const accessFactsOf = async (
  db: Db | Tx,
  itemId: string,
  viewerId: string | null,
): Promise<(AccessFacts & { ownerId: string; kind: GalleryKind; wasReturned: boolean }) | null> => {
  const [row] = await itemRows(db, [itemId], viewerId, coverOf)
  return row ? { ...row, isOwner: row.isOwner ?? false } : null
}
