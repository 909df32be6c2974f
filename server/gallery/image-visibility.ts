import { sql } from 'kysely'
import { galleryAccess } from '#domain/gallery/access.ts'
import type { Db } from '#server/db/database.ts'
import type { Visibility } from '#server/images/visibility.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { accessFactsOf } from './item-rows.ts'
import { gallerySetting } from './setting.ts'

/**
 * The version of a gallery image that a member or a visitor gets; the original also needs a signed address. A buyer's copy
 * bears the buyer's watermark. Free pictures bear none: visitors get them as well.
 */
export const galleryImageVisibility = async (
  db: Db,
  { imageId }: { imageId: string },
  viewer: Pick<Viewer, 'memberId'> | null,
): Promise<Visibility> => {
  const { rows } = await sql<{ itemId: string }>`
    select item_id as "itemId" from gallery_file where image_id = ${imageId}`.execute(db)
  const facts = rows[0] && (await accessFactsOf(db, rows[0].itemId, viewer?.memberId ?? null))
  const access = facts ? galleryAccess(facts) : null
  if (access === null) return null
  if (access === 'locked') return 'blurred'
  if (access !== 'bought') return 'original'
  const { isWatermarkVisible } = await gallerySetting(db)
  return isWatermarkVisible ? 'visiblyWatermarked' : 'watermarked'
}
