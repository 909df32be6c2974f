import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** Whether the broadcaster is on standby without an open page and is rung by push. */
export const isOnPushStandby = async (db: Db | Tx, memberId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT 1 FROM broadcaster WHERE member_id = ${memberId} AND push_standby AND standby_since IS NOT NULL`.execute(
    db,
  )
  return rows.length > 0
}
