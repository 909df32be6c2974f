import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isBlocked } from '#server/people/queries.ts'

/** The export's list of favourites, by name. It leaves out blocked pairs, as the list in the app does. */
export const favouritesOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    SELECT m.name, k.created_at AS "since" FROM bookmark k JOIN member m ON m.id = k.partner_id
    WHERE k.member_id = ${memberId} AND NOT ${isBlocked(memberId)} ORDER BY k.created_at`.execute(db)
  return rows
}
