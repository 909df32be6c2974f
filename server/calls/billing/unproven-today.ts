import { sql } from 'kysely'
import type { UnprovenToday } from '#domain/calls/unproven.ts'
import type { Db } from '#server/db/database.ts'

interface UnprovenOf {
  callerId: string
  /** Null while the broadcaster is not known. */
  broadcasterId: string | null
  /** A call that isn't counted. */
  exceptCallId?: string
}

/** How much of the payer's calls of this Japanese day was never proven to have arrived. */
export const unprovenToday = async (
  db: Db,
  { callerId, broadcasterId, exceptCallId }: UnprovenOf,
): Promise<UnprovenToday> => {
  const { rows } = await sql<UnprovenToday>`
    select coalesce(sum(unproven_ms), 0)::float8 as "totalMs",
      coalesce(sum(unproven_ms) filter (where broadcaster_id = ${broadcasterId}), 0)::float8 as "ofPairMs"
    from call
    where caller_id = ${callerId} and unproven_ms > 0 and id is distinct from ${exceptCallId ?? null}::uuid
      and requested_at >= date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'`.execute(
    db,
  )
  return rows[0] ?? { totalMs: 0, ofPairMs: 0 }
}
