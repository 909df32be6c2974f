import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * For the erasure of a member: nobody sees the member's images from now on. The job of expired images deletes
 * the files, except those that a report keeps for operators.
 *
 * @param neededIds images that stay for now
 */
export const eraseImages = async (tx: Tx, memberId: string, neededIds: readonly string[]): Promise<void> => {
  await sql`
    UPDATE image SET expires_at = now() WHERE owner_id = ${memberId} AND coalesce(expires_at, 'infinity') > now()
      AND NOT id = any(${neededIds}::text[])`.execute(tx)
}
