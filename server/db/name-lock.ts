import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Takes a lock on a name until the transaction ends: for decisions about rows that may not exist yet. */
export const lockName = async (tx: Tx, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
