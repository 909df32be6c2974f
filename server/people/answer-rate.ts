import { sql } from 'kysely'
import type { RingOutcome } from '#domain/people/figures.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** product.md 3.19, 応答率: rings of the last 30 days. */
const answerRateDays = 30

/** How callers' rings to the broadcaster within 30 days ended, and how many ended so. */
export const ringOutcomes = async (
  db: Db | Tx,
  broadcasterId: string,
): Promise<(RingOutcome & { count: number })[]> => {
  const { rows } = await sql<RingOutcome & { count: number }>`
    SELECT accepted_at IS NOT NULL AS "wasAnswered", end_reason AS "endReason",
      CASE WHEN accepted_at IS NULL THEN floor(extract(epoch FROM ended_at - requested_at))::int * 1000 ELSE 0 END AS "rangMs",
      count(*)::int AS count
    FROM call
    WHERE broadcaster_id = ${broadcasterId} AND dialler_id = caller_id AND phase = 'ended'
      AND origin <> 'sideWatch'
      AND requested_at > now() - make_interval(days => ${answerRateDays}::int)
    GROUP BY 1, 2, 3`.execute(db)
  return rows
}
