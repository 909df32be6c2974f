import { sql } from 'kysely'
import type { MediaReading } from '#adapters/media/port.ts'
import type { Db } from '#server/db/database.ts'

/**
 * Stores the readings of this node's running calls in one statement, for receipts after a crash; a stored
 * reading never decreases.
 *
 * @returns the calls that were recorded. A missing one has ended, or goes on at another node.
 */
export const recordReadings = async (
  db: Db,
  nodeId: string,
  readings: readonly (readonly [string, MediaReading])[],
): Promise<Set<string>> => {
  if (readings.length === 0) return new Set()
  const column = (pick: (reading: MediaReading) => number) =>
    readings.map(([, reading]) => Math.floor(pick(reading)))
  const { rows } = await sql<{ id: string }>`
    update call set
      connected_ms = greatest(call.connected_ms, r.connected_ms),
      charged_ms = greatest(call.charged_ms, r.charged_ms),
      caller_lost_ms = greatest(call.caller_lost_ms, r.caller_lost_ms),
      broadcaster_lost_ms = greatest(call.broadcaster_lost_ms, r.broadcaster_lost_ms),
      unproven_ms = greatest(call.unproven_ms, r.unproven_ms),
      media_bytes = greatest(call.media_bytes, r.media_bytes)
    from unnest(
      ${readings.map(([callId]) => callId)}::uuid[],
      ${column((reading) => reading.connectedMs)}::bigint[],
      ${column((reading) => reading.chargedMs)}::bigint[],
      ${column((reading) => reading.payerLostMs)}::bigint[],
      ${column((reading) => reading.broadcasterLostMs)}::bigint[],
      ${column((reading) => reading.unprovenMs)}::bigint[],
      ${column((reading) => reading.mediaBytes)}::bigint[]
    ) as r(id, connected_ms, charged_ms, caller_lost_ms, broadcaster_lost_ms, unproven_ms, media_bytes)
    where call.id = r.id and call.phase <> 'ended' and call.node_id = ${nodeId}
    returning call.id`.execute(db)
  return new Set(rows.map((row) => row.id))
}
