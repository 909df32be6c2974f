import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * The export's reviews: those the member wrote, those the member received (without their authors), and the member's
 * answers.
 */
export const reviewsOfMember = async (db: Db, memberId: string): Promise<object> => {
  const { rows: written } = await sql<object>`
    SELECT m.name AS "targetName", r.score, r.description AS text, r.created_at AS "postedAt"
    FROM review r JOIN member m ON m.id = r.target_id WHERE r.author_id = ${memberId} ORDER BY r.created_at`.execute(
    db,
  )
  // A day, as on the page: the instant would reveal the author.
  const { rows: received } = await sql<object>`
    SELECT r.score, r.description AS text, date_trunc('day', r.created_at, 'Asia/Tokyo') AS "postedOn"
    FROM review r WHERE r.target_id = ${memberId} AND r.hidden_at IS NULL ORDER BY r.created_at`.execute(db)
  const { rows: answers } = await sql<object>`
    SELECT a.text, a.created_at AS "postedAt" FROM review_answer a JOIN review r ON r.id = a.review_id
    WHERE r.target_id = ${memberId} ORDER BY a.created_at`.execute(db)
  return { written, received, answers }
}
