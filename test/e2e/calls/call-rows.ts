import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { openMeter, settleMeter, startMeter } from '#server/points/metering/metering.ts'
import { people } from '../people/people-steps.ts'

/**
 * The caller's voice call with Mio that ended `minutesAgo`: 30 s charged of 39 s connected, with the
 * broadcaster away for 9 s. Costs 70 points.
 */
export const addCall = async (
  { db, sql }: Database,
  { callerId, minutesAgo }: { callerId: string; minutesAgo: number },
): Promise<string> => {
  const id = randomUUID()
  await sql`
    INSERT INTO call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, requested_at, accepted_at,
      connected_at, ended_at, end_reason, connected_ms, charged_ms, broadcaster_lost_ms)
    SELECT ${id}, 'voice', ${callerId}, ${people.mio.id}, ${callerId}, 140, 'ended', at, at, at, at, 'byBroadcaster',
      39000, 30000, 9000
    FROM (SELECT now() - ${minutesAgo}::int * interval '1 minute' AS at) call_time`
  await db.transaction().execute(async (tx) => {
    await openMeter(tx, {
      callId: id,
      payerId: callerId,
      broadcasterId: people.mio.id,
      ratePointsPerMin: 140,
    })
    await startMeter(tx, id)
    await settleMeter(tx, id, { chargedMs: 30_000, connectedMs: 39_000 })
  })
  return id
}
