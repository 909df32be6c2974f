import { sql } from 'kysely'
import { earlierCallsMax } from '#contract/calls/calls.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** A caller, and the instant in milliseconds of the database's clock before which calls count; Infinity: all. */
interface Meeting {
  callerId: string
  beforeMs: number
}

/**
 * How many connected calls each of these callers had with the broadcaster before an instant, in the order of
 * `meetings`; counted up to `earlierCallsMax`.
 */
export const earlierCallCounts = async (
  db: Db | Tx,
  broadcasterId: string,
  meetings: readonly Meeting[],
): Promise<number[]> => {
  if (meetings.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    SELECT (
      SELECT count(*) FROM (
        SELECT FROM call c WHERE c.broadcaster_id = ${broadcasterId} AND c.caller_id = meeting.caller_id
          AND c.origin <> 'sideWatch' AND c.connected_at < to_timestamp(meeting.before_sec)
        LIMIT ${earlierCallsMax}) met)::int AS count
    FROM unnest(${meetings.map(({ callerId }) => callerId)}::text[],
      ${meetings.map(({ beforeMs }) => beforeMs / 1000)}::float8[])
      WITH ORDINALITY AS meeting (caller_id, before_sec, place)
    ORDER BY place`.execute(db)
  return rows.map(({ count }) => count)
}
