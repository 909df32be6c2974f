import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { VideoRule } from '#server/videos/visibility.ts'
import { isSeenPost, type Reader } from './seen.ts'

/** Whether the reader sees a post of this id, visitors too; the author sees it before it is published. */
const isPostSeen = async (db: Db, reader: Reader, postId: RawBuilder<unknown>): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM timeline_post p JOIN member m ON m.id = p.author_id
    WHERE p.id = (${postId}) AND (
      (p.state = 'shown' AND ${isSeenPost(reader)})
      OR (p.state = 'scheduled' AND m.id = ${reader?.memberId ?? null}))`.execute(db)
  return rows.length > 0
}

/** Who sees a post sees its images and the poster of its movie. */
export const timelineImageVisibility = async (
  db: Db,
  { imageId }: { imageId: string },
  reader: Reader,
): Promise<'original' | null> => {
  const postId = sql`
    SELECT post_id FROM timeline_image WHERE image_id = ${imageId}
    UNION ALL SELECT post_id FROM timeline_movie WHERE poster_id = ${imageId}`
  return (await isPostSeen(db, reader, postId)) ? 'original' : null
}

/** Who sees a post plays its movie. */
export const timelineMovieRule: VideoRule = async (db, videoId, viewer) => {
  const postId = sql`SELECT post_id FROM timeline_movie WHERE video_id = ${videoId}`
  return (await isPostSeen(db, viewer, postId)) ? 'plain' : null
}
