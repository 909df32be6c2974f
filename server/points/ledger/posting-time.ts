import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * From here to its end, what this transaction posts was posted at that time. For the demo's past and for tests; money
 * that moves now is posted now.
 */
export async function postAt(tx: Tx, at: Date): Promise<void> {
  await sql`select set_config('koyoi.posting_time', ${at.toISOString()}, true)`.execute(tx)
}
