import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Locks a pair until the transaction ends: for a block, and for everything that may only begin without one.
 * What began before the block is ended by it; what comes after it is refused.
 */
export const lockPair = async (tx: Tx, memberId: string, partnerId: string): Promise<void> => {
  const pair = [memberId, partnerId].sort().join(':')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${pair}`}, 0))`.execute(tx)
}
