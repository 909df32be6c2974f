import { sql } from 'kysely'
import type { GalleryRefusalReason, OwnGalleryItem } from '#contract/gallery/own-items.ts'
import { broadcasterSharePercent } from '#domain/points/share.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { signImageAddress } from '#server/images/signed-address.ts'
import { signVideoAddress } from '#server/videos/delivery-routes.ts'
import { type FileRow, filesOf } from './item-rows.ts'
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

/** A broadcaster's own items, the last changed first. */
export const ownItems = async (
  { db, ...signing }: Pick<Context, 'db' | 'secret' | 'now'>,
  ownerId: string,
): Promise<OwnGalleryItem[]> => {
  const { rows } = await sql<Row>`
    select i.id, i.kind, i.title, i.tags, i.price, i.state, coalesce(i.shown_at, i.appears_at) as "appearsAt",
      i.changed_at as "changedAt", i.refusal_reason as reason, i.refusal_message as message, i.sale_count as sales,
      i.view_count as views, i.favourite_count as favourites, ${filesOf} as files, ${videoOf} as video,
      (select coalesce(sum(p.points * ${broadcasterSharePercent}::int / 100), 0)::int from gallery_purchase p
        where p.item_id = i.id and (p.returned_at is null or p.returned_by_platform)) as earned
    from gallery_item i where i.owner_id = ${ownerId} order by i.changed_at desc, i.created_at desc, i.id limit ${itemsMax}`.execute(
    db,
  )
  return rows.map(({ appearsAt, changedAt, reason, message, files, video, ...item }) => ({
    ...item,
    appearsAt: appearsAt?.toISOString() ?? null,
    changedAt: changedAt.toISOString(),
    refusal: reason === null ? null : { reason, message },
    video:
      item.state === 'removed' || !video
        ? null
        : { ...video, signature: signVideoAddress(signing, video.videoId, ownerId) },
    // A removed item has no pictures for anybody.
    files:
      item.state === 'removed'
        ? []
        : files.map((file) => ({ ...file, signature: signImageAddress(signing, file.imageId, ownerId) })),
  }))
}

/** For the export of a member's data: own items, and what the member bought and saved. */
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
  removalRequests: (
    await sql<object>`
      select reason, text, created_at as "sentAt" from gallery_claim where member_id = ${memberId} order by id`.execute(
      db,
    )
  ).rows,
})
