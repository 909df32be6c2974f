import { sql } from 'kysely'
import { scheduleDaysMax } from '#contract/timeline/timeline.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Whether the member has published another post within the hour before this one: followers learn of one an hour. What was
 * deleted or removed since counts as well, or the same post would be announced again and again. No post is written longer
 * before it appears than it may be scheduled: the index by `created_at` finds the few that matter.
 */
export const hasPostedWithinAnHour = async (
  db: Db | Tx,
  memberId: string,
  postId: string,
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM timeline_post p JOIN timeline_post earlier ON earlier.author_id = p.author_id AND earlier.seq < p.seq
    WHERE p.id = ${postId} AND p.author_id = ${memberId}
      AND earlier.created_at > p.posted_at - make_interval(days => ${scheduleDaysMax + 1}::int)
      AND earlier.posted_at > p.posted_at - interval '1 hour' LIMIT 1`.execute(db)
  return rows.length > 0
}
