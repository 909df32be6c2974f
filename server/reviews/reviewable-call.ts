import { sql } from 'kysely'
import { reviewThresholdSec } from '#domain/calls/post-call.ts'
import type { Tx } from '#server/db/database.ts'

const reviewableMs = reviewThresholdSec * 1_000
/** The newest call of 60 s or more of this pair that carries no review yet. */
export const newestReviewableCall = async (
  tx: Tx,
  callerId: string,
  broadcasterId: string,
): Promise<{ callId: string } | null> => {
  const { rows } = await sql<{ callId: string }>`
    SELECT c.id AS "callId" FROM call c
    WHERE c.caller_id = ${callerId} AND c.broadcaster_id = ${broadcasterId}
      AND c.phase = 'ended' AND c.connected_ms >= ${reviewableMs}
      AND NOT EXISTS (SELECT 1 FROM review r WHERE r.call_id = c.id)
    ORDER BY c.ended_at DESC, c.id LIMIT 1`.execute(tx)
  return rows[0] ?? null
}
