import { sql } from 'kysely'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import { japaneseDayStart, japanOffsetMs } from '#domain/text/japanese-day.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { galleryItemFor } from '../item-rows.ts'

/**
 * One item for a viewer, counted as a view once a Japanese day unless it is their own; to its buyer it is opened with it. Who
 * saw an item isn't stored: what tells views apart is a keyed hash, which is deleted after the day.
 */
export const openItem = async (
  context: Pick<Context, 'db' | 'secret' | 'now'>,
  itemId: string,
  viewerId: string | null,
): Promise<GalleryItem | null> => {
  const item = await galleryItemFor(context, itemId, viewerId)
  if (!item) return null
  if (item.isUnopened)
    await sql`
      update gallery_purchase set opened_at = now()
      where item_id = ${itemId} and member_id = ${viewerId} and opened_at is null`.execute(context.db)
  if (viewerId !== null && item.access !== 'own') await countView(context, itemId, viewerId)
  return item
}

const countView = async (
  { db, secret, now }: Pick<Context, 'db' | 'secret' | 'now'>,
  itemId: string,
  viewerId: string,
): Promise<void> => {
  const day = new Date(japaneseDayStart(now()) + japanOffsetMs).toISOString().slice(0, 10)
  const key = keyedHash(secret, 'galleryView', `${day}:${itemId}:${viewerId}`)
  await sql`
    with seen as (
      insert into gallery_view (viewer_key, seen_on) values (${key}, ${day}::date)
      on conflict do nothing returning viewer_key)
    update gallery_item set view_count = view_count + 1 where id = ${itemId} and exists (select from seen)`.execute(
    db,
  )
}

/** Views of earlier days are only counted. */
export const deleteOldViews = async (db: Db): Promise<void> => {
  await sql`delete from gallery_view where seen_on < (now() at time zone 'Asia/Tokyo')::date`.execute(db)
}
