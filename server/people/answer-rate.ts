import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** product.md 3.19, 応答率: rings of the last 30 days. */
const answerRateDays = 30
/** A dialler who cancels within 3 s most likely mistapped; the broadcaster had no chance to answer. */
const mistapMs = 3_000

/**
 * Rings to the broadcaster within 30 days that were answered, declined or missed. A ring that couldn't be
 * answered doesn't count: a mistap, a busy broadcaster, a failure of ours.
 */
export const answerRate = async (
  db: Db | Tx,
  broadcasterId: string,
): Promise<{ answered: number; rings: number }> => {
  const { rows } = await sql<{ answered: number; rings: number }>`
    SELECT count(*) FILTER (WHERE accepted_at IS NOT NULL)::int AS answered, count(*)::int AS rings
    FROM call
    WHERE broadcaster_id = ${broadcasterId} AND dialler_id = caller_id
      AND requested_at > now() - make_interval(days => ${answerRateDays}::int)
      AND (accepted_at IS NOT NULL
        OR end_reason IN ('declined', 'missed')
        OR (end_reason = 'cancelled' AND ended_at - requested_at >= make_interval(secs => ${mistapMs / 1000}::float8)))
  `.execute(db)
  return rows[0] ?? { answered: 0, rings: 0 }
}
