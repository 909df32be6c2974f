import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isBlocked } from './queries.ts'

/** For the export of a member's data: whom he favoured, by name; as in the list, nobody he has nothing to do with any more. */
export const favouritesOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    SELECT m.name, k.created_at AS "since" FROM bookmark k JOIN member m ON m.id = k.partner_id
    WHERE k.member_id = ${memberId} AND NOT ${isBlocked(memberId)} ORDER BY k.created_at`.execute(db)
  return rows
}

/** What he wrote of others, what stands on her own page (of nobody by name), and her answers to it. */
export const reviewsOfMember = async (db: Db, memberId: string): Promise<object> => {
  const { rows: written } = await sql<object>`
    SELECT m.name AS "targetName", r.score, r.description AS text, r.created_at AS "postedAt"
    FROM review r JOIN member m ON m.id = r.target_id WHERE r.author_id = ${memberId} ORDER BY r.created_at`.execute(
    db,
  )
  // A day, as on the page: the instant would tell whose it is.
  const { rows: received } = await sql<object>`
    SELECT r.score, r.description AS text, date_trunc('day', r.created_at, 'Asia/Tokyo') AS "postedOn"
    FROM review r WHERE r.target_id = ${memberId} AND r.hidden_at IS NULL ORDER BY r.created_at`.execute(db)
  const { rows: answers } = await sql<object>`
    SELECT a.text, a.created_at AS "postedAt" FROM review_answer a JOIN review r ON r.id = a.review_id
    WHERE r.target_id = ${memberId} ORDER BY a.created_at`.execute(db)
  return { written, received, answers }
}
