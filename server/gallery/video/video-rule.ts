import { sql } from 'kysely'
import { galleryAccess } from '#domain/gallery/access.ts'
import type { VideoRule } from '#server/videos/visibility.ts'
import { accessFactsOf } from '../item-rows.ts'

/**
 * What a member or a visitor may play of a video of the gallery, as for originals of pictures (product.md 7.5): a buyer's
 * copy bears the buyer's watermark.
 */
export const galleryVideoRule: VideoRule = async (db, videoId, viewer) => {
  const { rows } = await sql<{ itemId: string }>`
    select id as "itemId" from gallery_item where video_id = ${videoId}`.execute(db)
  const facts = rows[0] && (await accessFactsOf(db, rows[0].itemId, viewer?.memberId ?? null))
  const access = facts ? galleryAccess(facts) : null
  if (access === null || access === 'locked') return null
  return access === 'bought' ? 'watermarked' : 'plain'
}
