import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** Whether the member has published another post within the hour before this one: followers learn of one an hour. */
export const hasPostedWithinAnHour = async (
  db: Db | Tx,
  memberId: string,
  postId: string,
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM timeline_post p JOIN timeline_post earlier ON earlier.author_id = p.author_id AND earlier.seq < p.seq
    WHERE p.id = ${postId} AND p.author_id = ${memberId} AND earlier.state = 'shown'
      AND earlier.posted_at > p.posted_at - interval '1 hour' LIMIT 1`.execute(db)
  return rows.length > 0
}
