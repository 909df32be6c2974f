import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Does an optional part of a transaction. If it fails, or waits for a lock longer than `lockTimeoutMs`, it
 * leaves no trace and the rest goes on.
 *
 * @returns why it failed; null when it is done
 */
export const inSavepoint = async (
  tx: Tx,
  { lockTimeoutMs }: { lockTimeoutMs: number },
  work: () => Promise<unknown>,
): Promise<{ error: unknown } | null> => {
  await sql`savepoint part`.execute(tx)
  try {
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
    await work()
    await sql`set local lock_timeout to default`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    return null
  } catch (error) {
    // Throws when the whole transaction is lost.
    await sql`rollback to savepoint part`.execute(tx)
    return { error }
  }
}
