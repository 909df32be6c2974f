import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** What a visit has cost so far, in points: by its meter and beside it; 0 without a meter. */
export const spentInVisit = async (db: Db, callId: string): Promise<number> => {
  const { rows } = await sql<{ points: number }>`
    select visit_points(m) as points from meter m where m.call_id = ${callId}`.execute(db)
  return rows[0]?.points ?? 0
}
