import { sql } from 'kysely'
import type { AvailabilityRequest } from '#contract/people/availability.ts'
import { notifiedAtOnceMax } from '#domain/people/availability.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** A caller's open requests, the newest first. */
export const openAvailabilityRequests = async (
  db: Db | Tx,
  callerId: string,
): Promise<AvailabilityRequest[]> => {
  const { rows } = await sql<{ partnerId: string; expiresAt: Date }>`
    SELECT broadcaster_id AS "partnerId", expires_at AS "expiresAt" FROM availability_request
    WHERE caller_id = ${callerId} AND expires_at > now() ORDER BY requested_at DESC, broadcaster_id`.execute(
    db,
  )
  return rows.map(({ partnerId, expiresAt }) => ({ partnerId, expiresAt: expiresAt.toISOString() }))
}

/** How many callers wait for this broadcaster. It leaves out those who would never be notified. */
export const countWaitingCallers = async (db: Db | Tx, broadcasterId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM availability_request r JOIN member c ON c.id = r.caller_id
    WHERE r.broadcaster_id = ${broadcasterId} AND r.expires_at > now() AND c.role = 'caller'
      AND NOT EXISTS (SELECT FROM blocked_pair p WHERE p.member_id = r.caller_id AND p.partner_id = r.broadcaster_id)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface AnsweredRequest {
  callerId: string
  broadcasterId: string
}

/**
 * Takes the requests that can be answered now: of each broadcaster on standby the oldest `notifiedAtOnceMax`.
 * A request is taken by one process alone, and a process that doesn't commit leaves it to the next. A request
 * across a block stays until it is over, as one whose broadcaster doesn't come.
 */
export const claimAnsweredRequests = async (tx: Tx): Promise<AnsweredRequest[]> => {
  const { rows } = await sql<AnsweredRequest>`
    WITH free AS (
      SELECT w.broadcaster_id FROM (
        SELECT DISTINCT broadcaster_id FROM availability_request WHERE expires_at > now()
      ) w
      JOIN member m ON m.id = w.broadcaster_id AND m.role = 'broadcaster'
      JOIN member_state s ON s.member_id = w.broadcaster_id AND s.state = 'standby'
    ), due AS MATERIALIZED (
      SELECT first.caller_id, first.broadcaster_id FROM free f CROSS JOIN LATERAL (
        SELECT r.caller_id, r.broadcaster_id FROM availability_request r
        JOIN member c ON c.id = r.caller_id AND c.role = 'caller'
        WHERE r.broadcaster_id = f.broadcaster_id AND r.expires_at > now()
          AND NOT EXISTS (
            SELECT FROM blocked_pair p WHERE p.member_id = r.caller_id AND p.partner_id = r.broadcaster_id)
        ORDER BY r.requested_at, r.caller_id LIMIT ${notifiedAtOnceMax}
        FOR UPDATE OF r SKIP LOCKED
      ) first
    )
    DELETE FROM availability_request r USING due d
    WHERE r.caller_id = d.caller_id AND r.broadcaster_id = d.broadcaster_id
    RETURNING r.caller_id AS "callerId", r.broadcaster_id AS "broadcasterId"`.execute(tx)
  return rows
}

export const deleteExpiredRequests = async (db: Db | Tx): Promise<void> => {
  await sql`DELETE FROM availability_request WHERE expires_at <= now()`.execute(db)
}

/** Of a member who leaves: the own requests, and those of the callers who wait. */
export const dropAvailabilityRequests = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`
    DELETE FROM availability_request WHERE caller_id = ${memberId} OR broadcaster_id = ${memberId}`.execute(
    tx,
  )
}

/** For the export of a member's data: open requests, by the name of the broadcaster. */
export const availabilityRequestsOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    SELECT m.name, r.requested_at AS "requestedAt", r.expires_at AS "expiresAt"
    FROM availability_request r JOIN member m ON m.id = r.broadcaster_id
    WHERE r.caller_id = ${memberId} ORDER BY r.requested_at`.execute(db)
  return rows
}
