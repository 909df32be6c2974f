import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * For who left for good: all pictures he sent in. Nobody sees them from now on; the job of expired images deletes the
 * files, except of what a report keeps for operators.
 */
export const eraseImages = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`
    UPDATE image SET expires_at = now() WHERE owner_id = ${memberId} AND coalesce(expires_at, 'infinity') > now()`.execute(
    tx,
  )
}
