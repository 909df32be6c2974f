import type { Sql } from '#server/db/database.ts'
import type { reviewRows } from './seed-rows.ts'

/**
 * The demo's reviewers have called before, so that profiles show 通話回数 and リピーター: one to three calls each, as their
 * ids decide. The calls themselves aren't seeded.
 */
export const seedCallCounts = async (
  sql: Sql,
  reviews: readonly (typeof reviewRows)[number][],
): Promise<void> => {
  await sql`
    INSERT INTO call_pair (broadcaster_id, caller_id, calls)
    SELECT target_id, author_id, 1 + abs(hashtext(author_id || target_id)) % 3
    FROM jsonb_to_recordset(${sql.json([...reviews])}) AS row (author_id text, target_id text)
    ON CONFLICT DO NOTHING`
  await sql`
    INSERT INTO call_tally (broadcaster_id, calls, callers, repeat_callers)
    SELECT broadcaster_id, sum(calls), count(*), count(*) FILTER (WHERE calls > 1) FROM call_pair
    WHERE broadcaster_id IN (SELECT target_id FROM jsonb_to_recordset(${sql.json([...reviews])}) AS row (target_id text))
    GROUP BY broadcaster_id
    ON CONFLICT (broadcaster_id) DO UPDATE SET
      calls = EXCLUDED.calls, callers = EXCLUDED.callers, repeat_callers = EXCLUDED.repeat_callers`
}
