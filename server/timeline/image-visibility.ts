import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isSeenPost, type Reader } from './seen.ts'

/** Who sees a post sees its images, visitors too; the author sees them before it is published. */
export const timelineImageVisibility = async (
  db: Db,
  { imageId }: { imageId: string },
  reader: Reader,
): Promise<'original' | null> => {
  const { rows } = await sql`
    SELECT FROM timeline_image i JOIN timeline_post p ON p.id = i.post_id JOIN member m ON m.id = p.author_id
    WHERE i.image_id = ${imageId} AND (
      (p.state = 'shown' AND ${isSeenPost(reader)})
      OR (p.state = 'scheduled' AND m.id = ${reader?.memberId ?? null}))`.execute(db)
  return rows.length > 0 ? 'original' : null
}
