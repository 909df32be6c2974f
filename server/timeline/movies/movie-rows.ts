import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { ownApplicationId, type TimelineMovie } from '#contract/timeline/movies.ts'
import type { Tx } from '#server/db/database.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import {
  claimVideo,
  keepVideoAsEvidence,
  retireVideo,
  usableVideo,
} from '#server/videos/actions/use-video.ts'

export type MovieRow = Omit<TimelineMovie, 'applicationId'>

/** The movie of the post `p`; null without one. */
export const movieOf = sql`(
  SELECT jsonb_build_object('fileId', v.video_id, 'poster', v.poster_id, 'durationMs', v.duration_ms,
    'width', v.width, 'height', v.height)
  FROM timeline_movie v WHERE v.post_id = p.id)`

export const toMovie = (row: MovieRow | null): TimelineMovie | null =>
  row && { applicationId: ownApplicationId, ...row }

/** Puts a ready video of its owner, which nothing uses yet, into a post. Refuses: videoGone, videoNotReady. */
export const claimMovie = async (
  tx: Tx,
  { postId, videoId, ownerId }: { postId: string; videoId: string; ownerId: string },
): Promise<null | Refusal<'videoGone' | 'videoNotReady'>> => {
  const usable = await usableVideo(tx, videoId, ownerId)
  if (isRefusal(usable)) return usable
  const claimed = await claimVideo(tx, { videoId, ownerId, purpose: 'timeline' })
  if (claimed) return claimed
  const poster = await claimImage(tx, { imageId: usable.posterId, ownerId, purpose: 'timeline' })
  if (isRefusal(poster)) return refuse('videoGone')
  await sql`
    INSERT INTO timeline_movie (post_id, video_id, poster_id, duration_ms, width, height)
    SELECT ${postId}, v.id, v.poster_id, v.duration_ms, v.width, v.height FROM shown_video v
    WHERE v.id = ${videoId}`.execute(tx)
  return null
}

/** The post no longer has its movie: nobody sees it, and the jobs delete its files unless a report keeps them. */
export const detachMovie = async (tx: Tx, postId: string): Promise<void> => {
  const { rows } = await sql<{ videoId: string; posterId: string }>`
    DELETE FROM timeline_movie WHERE post_id = ${postId}
    RETURNING video_id AS "videoId", poster_id AS "posterId"`.execute(tx)
  for (const { videoId, posterId } of rows) {
    await retireVideo(tx, videoId)
    await retireImage(tx, posterId)
  }
}

/** For so long a report keeps a movie whose post is deleted. */
const evidenceDays = 180

/** Keeps the movie of a reported post. */
export const keepMovieForReport = (tx: Tx, videoId: string, nowMs: number): Promise<void> =>
  keepVideoAsEvidence(tx, videoId, new Date(nowMs + evidenceDays * 24 * 3_600_000))
