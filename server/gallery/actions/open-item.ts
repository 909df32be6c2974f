import { sql } from 'kysely'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import type { Context } from '#server/context.ts'
import { galleryItemFor } from '../item-rows.ts'

/**
 * One item for a viewer, counted as a view unless it is their own; to its buyer it is opened with it. The count belongs to
 * nobody: who saw an item is not stored.
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
  if (viewerId !== null && item.access !== 'own')
    await sql`update gallery_item set view_count = view_count + 1 where id = ${itemId}`.execute(context.db)
  return item
}
