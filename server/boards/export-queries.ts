import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The export's boards: the posts that the member wrote, with their threads, and the subscriptions. */
export const boardsOfMember = async (db: Db, memberId: string): Promise<object> => {
  const { rows: posts } = await sql<object>`
    SELECT t.title AS "threadTitle", p.number, p.text, p.posted_at AS "postedAt"
    FROM board_post p JOIN board_thread t ON t.id = p.thread_id
    WHERE p.author_id = ${memberId} AND p.removed_at IS NULL ORDER BY p.posted_at`.execute(db)
  const { rows: subscriptions } = await sql<object>`
    SELECT t.title AS "threadTitle", s.since FROM board_subscription s JOIN board_thread t ON t.id = s.thread_id
    WHERE s.member_id = ${memberId} ORDER BY s.since`.execute(db)
  return { posts, subscriptions }
}
