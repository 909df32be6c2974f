import { sql } from 'kysely'
import { isRefusal } from '#contract/core/refusal.ts'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import type { GalleryRefusalReason, GalleryState, OwnGalleryItem } from '#contract/gallery/own-items.ts'
import { galleryStep } from '#domain/gallery/item-state.ts'
import { type SoldPrices, soldDays, usualPrices } from '#domain/gallery/usual-price.ts'
import { broadcasterSharePercent } from '#domain/points/share.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { signImageAddress } from '#server/images/signed-address.ts'
import { signVideoAddress } from '#server/videos/delivery-routes.ts'
import { type FileRow, filesOf } from './item-rows.ts'
import { requestsOfMember } from './requests/request-record.ts'
import { type VideoRow, videoOf } from './video/item-video.ts'

interface Row extends Omit<OwnGalleryItem, 'files' | 'video' | 'appearsAt' | 'changedAt' | 'refusal'> {
  appearsAt: Date | null
  changedAt: Date
  files: FileRow[]
  video: VideoRow | null
  reason: GalleryRefusalReason | null
  message: string
}

const itemsMax = 1_000
/** The newest sales, so many, decide what is usual. */
const comparedMax = 5_000

/** What is left of a deleted item that was refused (`keepRefusal`): only that has ended without a picture. */
const isDeleted = sql`(i.state = 'withdrawn' and not exists (select from gallery_file f where f.item_id = i.id))`

/** A broadcaster's own items, the last changed first. */
export const ownItems = async (
  { db, ...signing }: Pick<Context, 'db' | 'secret' | 'now'>,
  ownerId: string,
): Promise<OwnGalleryItem[]> => {
  const { rows } = await sql<Row>`
    select i.id, i.kind, i.title, i.tags, i.price, i.state, coalesce(i.shown_at, i.appears_at) as "appearsAt",
      i.changed_at as "changedAt", i.refusal_reason as reason, i.refusal_message as message, i.sale_count as sales,
      i.view_count as views, i.favourite_count as favourites, ${filesOf} as files, ${videoOf} as video,
      (select count(*)::int from gallery_purchase p where p.item_id = i.id and p.returned_at is not null) as returned,
      (select coalesce(sum(p.points * ${broadcasterSharePercent}::int / 100), 0)::int from gallery_purchase p
        where p.item_id = i.id and (p.returned_at is null or p.returned_by_platform)) as earned
    from gallery_item i where i.owner_id = ${ownerId} and not ${isDeleted}
    order by i.changed_at desc, i.created_at desc, i.id limit ${itemsMax}`.execute(db)
  return rows.map(({ appearsAt, changedAt, reason, message, files, video, ...item }) => ({
    ...item,
    appearsAt: appearsAt?.toISOString() ?? null,
    changedAt: changedAt.toISOString(),
    refusal: reason === null ? null : { reason, message },
    video:
      item.state === 'removed' || !video
        ? null
        : { ...video, signature: signVideoAddress(signing, video.videoId, ownerId) },
    files: picturesFor(signing, item.state, files, ownerId),
  }))
}

/** The editor shows all pictures, the list only covers: a long list of items that have ended signs one address for each. */
const picturesFor = (
  signing: Pick<Context, 'secret' | 'now'>,
  state: GalleryState,
  files: readonly FileRow[],
  ownerId: string,
): OwnGalleryItem['files'] => {
  // A removed item has no pictures for anybody.
  if (state === 'removed') return []
  const isEditable = !isRefusal(galleryStep(state, { type: 'edit' }))
  return files.map((file, place) => ({
    ...file,
    signature: isEditable || place === 0 ? signImageAddress(signing, file.imageId, ownerId) : null,
  }))
}

/** What items of each kind usually cost, by the lately sold ones: the middle eight tenths of their prices. */
export const usualPricesByKind = async (
  db: Db,
): Promise<{ kind: GalleryItem['kind']; from: number; to: number }[]> => {
  const { rows } = await sql<SoldPrices & { kind: GalleryItem['kind'] }>`
    select i.kind, count(*)::int as sales, count(distinct i.owner_id)::int as sellers,
      percentile_disc(0.1) within group (order by p.points) as low,
      percentile_disc(0.9) within group (order by p.points) as high
    from (select item_id, points from gallery_purchase
      where bought_at > now() - make_interval(days => ${soldDays}::int) and returned_at is null
      order by bought_at desc limit ${comparedMax}) p
    join gallery_item i on i.id = p.item_id and i.state <> 'delivered'
    group by i.kind`.execute(db)
  return rows.flatMap(({ kind, ...sold }) => {
    const usual = usualPrices(sold)
    return usual ? [{ kind, ...usual }] : []
  })
}

/** For the export of a member's data: own items, what the member bought and saved, and requests. */
export const galleryOfMember = async (db: Db, memberId: string) => ({
  items: (
    await sql<object>`
      select title, tags, price, state, created_at as "createdAt", shown_at as "shownAt", sale_count as sales
      from gallery_item where owner_id = ${memberId} order by created_at, id`.execute(db)
  ).rows,
  bought: (
    await sql<object>`
      select i.title, m.name as "broadcasterName", p.points, p.bought_at as "boughtAt", p.returned_at as "returnedAt"
      from gallery_purchase p join gallery_item i on i.id = p.item_id join member m on m.id = i.owner_id
      where p.member_id = ${memberId} order by p.bought_at, i.id`.execute(db)
  ).rows,
  saved: (
    await sql<object>`
      select i.title, m.name as "broadcasterName", k.created_at as "savedAt"
      from gallery_favourite k join gallery_item i on i.id = k.item_id join member m on m.id = i.owner_id
      where k.member_id = ${memberId} order by k.created_at, i.id`.execute(db)
  ).rows,
  requests: await requestsOfMember(db, memberId),
  removalRequests: (
    await sql<object>`
      select reason, text, created_at as "sentAt" from gallery_claim where member_id = ${memberId} order by id`.execute(
      db,
    )
  ).rows,
})
