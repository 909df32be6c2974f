import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Until the transaction ends, one at a time for these two: a block, and what may only begin where there is none. What
 * began before the block is there for it to end; what comes after it is refused.
 */
export const lockPair = async (tx: Tx, memberId: string, partnerId: string): Promise<void> => {
  const pair = [memberId, partnerId].sort().join(':')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${pair}`}, 0))`.execute(tx)
}
