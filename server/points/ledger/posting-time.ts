import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * From here on this transaction posts at the given time. For the demo's past and for tests; every other
 * transfer is posted now.
 */
export async function postAt(tx: Tx, at: Date): Promise<void> {
  await sql`select set_config('koyoi.posting_time', ${at.toISOString()}, true)`.execute(tx)
}
