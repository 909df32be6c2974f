import { sql } from 'kysely'
import {
  askedWithinMs,
  choosersMax,
  estimateWindowMs,
  keepsPlace,
  lastPartnersMax,
  lastPartnersWithinMs,
} from '../../domain/calls/random.ts'
import { unansweredRingsMax, unansweredRingsWindowMs } from '../../domain/calls/timing.ts'
import type { Db, Tx } from '../db/database.ts'
import { findCall } from './call-record.ts'
import { unansweredEnds } from './decide-call.ts'

/** A place nobody asked for since then is cleared away; the ring that came of it has long ended. */
const forgottenAfterMs = 600_000

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000})`
const isAsked = sql<boolean>`asked_at > now() - ${seconds(askedWithinMs)}`

/** Keeps the caller's place for a call of this id, or gives him one at the end. @returns since when he has it */
export const keepPlace = async (db: Db, callerId: string, callId: string): Promise<Date> => {
  const same = await db
    .updateTable('random_place')
    .set({ asked_at: sql`now()` })
    .where('caller_id', '=', callerId)
    .where('call_id', '=', callId)
    .where(isAsked)
    .returning('since')
    .executeTakeFirst()
  return same?.since ?? takePlace(db, callerId, callId)
}

const takePlace = async (db: Db, callerId: string, callId: string): Promise<Date> => {
  const { since } = await db.transaction().execute(async (tx) => {
    const isKept = await keepsEarlier(tx, callerId)
    return tx
      .insertInto('random_place')
      .values({ caller_id: callerId, call_id: callId })
      .onConflict((conflict) =>
        conflict.column('caller_id').doUpdateSet({
          call_id: callId,
          asked_at: sql`now()`,
          since: isKept ? sql`random_place.since` : sql`now()`,
        }),
      )
      .returning('since')
      .executeTakeFirstOrThrow()
  })
  await sql`
    DELETE FROM random_place WHERE caller_id IN (
      SELECT caller_id FROM random_place WHERE asked_at < now() - ${seconds(forgottenAfterMs)} FOR UPDATE SKIP LOCKED
    )`.execute(db)
  return since
}

const keepsEarlier = async (tx: Tx, callerId: string): Promise<boolean> => {
  const place = await tx
    .selectFrom('random_place')
    .select(['call_id', 'asked_at', sql<Date>`clock_timestamp()`.as('db_now')])
    .where('caller_id', '=', callerId)
    .forUpdate()
    .executeTakeFirst()
  if (!place) return false
  const rung = await findCall(tx, place.call_id)
  const ring = rung && {
    wasConnected: rung.connectedAt !== null,
    endReason: rung.state.end?.reason ?? null,
    endedAt: rung.endedAt,
  }
  return keepsPlace({ askedAt: place.asked_at.getTime(), ring }, place.db_now.getTime())
}

/** Whether he still has the place for this call, which stays as it is until the transaction ends. */
export const lockPlace = async (tx: Tx, callerId: string, callId: string): Promise<boolean> => {
  const place = await tx
    .selectFrom('random_place')
    .select('caller_id')
    .where('caller_id', '=', callerId)
    .where('call_id', '=', callId)
    .forUpdate()
    .executeTakeFirst()
  return place !== undefined
}

export const giveUpPlace = async (db: Db, callerId: string, callId: string): Promise<void> => {
  await db
    .deleteFrom('random_place')
    .where('caller_id', '=', callerId)
    .where('call_id', '=', callId)
    .execute()
}

export interface WaitingCaller {
  id: string
  deviceKey: string | null
}

/** Who still waits and waits longer, the longest first, and how many they are in all. */
export const callersAhead = async (
  db: Db,
  callerId: string,
): Promise<{ callers: WaitingCaller[]; total: number }> => {
  const { rows } = await sql<WaitingCaller & { total: number }>`
    SELECT w.caller_id AS id, m.device_key AS "deviceKey", count(*) OVER ()::int AS total
    FROM random_place own
    JOIN random_place w ON (w.since, w.caller_id) < (own.since, own.caller_id)
    JOIN member m ON m.id = w.caller_id
    WHERE own.caller_id = ${callerId} AND w.asked_at > now() - ${seconds(askedWithinMs)}
      AND NOT EXISTS (SELECT FROM call c WHERE c.id = w.call_id)
      AND NOT EXISTS (SELECT FROM call_seat s WHERE s.member_id = w.caller_id)
    ORDER BY w.since, w.caller_id LIMIT ${choosersMax}`.execute(db)
  return { callers: rows.map(({ id, deviceKey }) => ({ id, deviceKey })), total: rows[0]?.total ?? 0 }
}

/** The pairs that aren't brought together now: blocked, his last partners, too many rings without an answer. */
export const pairsKeptApart = async (
  db: Db,
  callerIds: readonly string[],
  partnerIds: readonly string[],
): Promise<{ callerId: string; partnerId: string }[]> => {
  const { rows } = await sql<{ callerId: string; partnerId: string }>`
    SELECT c.id AS "callerId", apart.partner_id AS "partnerId"
    FROM unnest(${callerIds}::text[]) AS c (id), LATERAL (
      SELECT partner_id FROM blocked_pair WHERE member_id = c.id AND partner_id = any(${partnerIds}::text[])
      UNION ALL (
        SELECT broadcaster_id FROM call
        WHERE caller_id = c.id AND origin = 'random' AND requested_at > now() - ${seconds(lastPartnersWithinMs)}
        ORDER BY requested_at DESC LIMIT ${lastPartnersMax}
      )
      UNION ALL
      SELECT broadcaster_id FROM call
      WHERE caller_id = c.id AND dialler_id = c.id AND accepted_at IS NULL
        AND end_reason = any(${[...unansweredEnds]}::text[])
        AND requested_at > now() - ${seconds(unansweredRingsWindowMs)}
      GROUP BY broadcaster_id HAVING count(*) >= ${unansweredRingsMax}
    ) apart`.execute(db)
  return rows
}

/** When these broadcasters last had a call or let a ring go by, in milliseconds of the database's clock. */
export const lastAskedAt = async (
  db: Db,
  broadcasterIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; at: number }>`
    SELECT b.id, last.at FROM unnest(${broadcasterIds}::text[]) AS b (id), LATERAL (
      SELECT (extract(epoch FROM ended_at) * 1000)::float8 AS at FROM call
      WHERE broadcaster_id = b.id AND end_reason NOT IN ('busy', 'cancelled')
      ORDER BY requested_at DESC LIMIT 1
    ) last`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

export const recentMatches = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('origin', '=', 'random')
    .where('requested_at', '>', sql<Date>`now() - ${seconds(estimateWindowMs)}`)
    .executeTakeFirstOrThrow()
  return count
}
