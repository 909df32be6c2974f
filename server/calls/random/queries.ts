import { sql } from 'kysely'
import {
  choosersMax,
  estimateWindowMs,
  keepsQueuePlace,
  lastPartnersMax,
  lastPartnersWithinMs,
  noPartnerKnownMs,
  pollTimeoutMs,
} from '#domain/calls/random/random.ts'
import { unansweredRingsMax, unansweredRingsWindowMs } from '#domain/calls/timing.ts'
import type { IdentityKeys } from '#domain/people/same-person.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { deviceKeysOf } from '#server/members/known-devices.ts'
import { findCall } from '../call-record.ts'
import { pairsOverStrangersShare } from '../ringing/stranger-rings.ts'
import { unansweredEnds } from '../ringing/unanswered-ends.ts'

/** A place for which nobody has asked this long is deleted; the ring that came of it has long ended. */
const deletedAfterMs = 600_000

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000})`
const isActive = sql<boolean>`asked_at > now() - ${seconds(pollTimeoutMs)}`
/** A search that was cancelled stays for a while as a place without a caller, behind all others. */
const isCancelled = sql<boolean>`since = 'infinity'`

/**
 * Keeps the caller's place for a call of this id, or makes one at the end.
 *
 * @returns the start of the place; null when the caller cancelled the search for a call of this id
 */
export const claimQueuePlace = async (db: Db, callerId: string, callId: string): Promise<Date | null> => {
  const same = await db
    .updateTable('random_place')
    .set({ asked_at: sql`now()` })
    .where('caller_id', '=', callerId)
    .where('call_id', '=', callId)
    .where(isActive)
    .where(sql<boolean>`not ${isCancelled}`)
    .returning('since')
    .executeTakeFirst()
  return same?.since ?? insertPlace(db, callerId, callId)
}

const insertPlace = async (db: Db, callerId: string, callId: string): Promise<Date | null> => {
  const since = await db.transaction().execute(async (tx) => {
    const earlier = await earlierPlace(tx, callerId)
    if (earlier?.isCancelled && earlier.callId === callId) return null
    const place = await tx
      .insertInto('random_place')
      .values({ caller_id: callerId, call_id: callId })
      .onConflict((conflict) =>
        conflict.column('caller_id').doUpdateSet({
          call_id: callId,
          asked_at: sql`now()`,
          since: earlier?.isKept ? sql`random_place.since` : sql`now()`,
        }),
      )
      .returning('since')
      .executeTakeFirstOrThrow()
    return place.since
  })
  await sql`
    DELETE FROM random_place WHERE caller_id IN (
      SELECT caller_id FROM random_place WHERE asked_at < now() - ${seconds(deletedAfterMs)} FOR UPDATE SKIP LOCKED
    )`.execute(db)
  return since
}

/** The caller's place, locked, and whether the next one is the same; null for none. */
const earlierPlace = async (
  tx: Tx,
  callerId: string,
): Promise<{ callId: string; isCancelled: boolean; isKept: boolean } | null> => {
  const place = await tx
    .selectFrom('random_place')
    .select(['call_id', 'asked_at', isCancelled.as('isCancelled'), sql<Date>`clock_timestamp()`.as('db_now')])
    .where('caller_id', '=', callerId)
    .forUpdate()
    .executeTakeFirst()
  if (!place) return null
  const facts = { callId: place.call_id, isCancelled: place.isCancelled }
  if (place.isCancelled) return { ...facts, isKept: false }
  const rung = await findCall(tx, place.call_id)
  const ring = rung && {
    wasConnected: rung.connectedAt !== null,
    endReason: rung.state.end?.reason ?? null,
    endedAt: rung.endedAt,
  }
  const isKept = keepsQueuePlace({ polledAt: place.asked_at.getTime(), ring }, place.db_now.getTime())
  return { ...facts, isKept }
}

/** Whether the caller still has the place for this call. The place is locked until the transaction ends. */
export const lockPlace = async (tx: Tx, callerId: string, callId: string): Promise<boolean> => {
  const place = await tx
    .selectFrom('random_place')
    .select('caller_id')
    .where('caller_id', '=', callerId)
    .where('call_id', '=', callId)
    .where(sql<boolean>`not ${isCancelled}`)
    .forUpdate()
    .executeTakeFirst()
  return place !== undefined
}

/** Ends the search for a call of this id for good: a request that is still on its way finds no place. */
export const cancelSearch = async (db: Db, callerId: string, callId: string): Promise<void> => {
  await sql`
    INSERT INTO random_place AS place (caller_id, call_id, since) VALUES (${callerId}, ${callId}, 'infinity')
    ON CONFLICT (caller_id) DO UPDATE SET since = excluded.since, asked_at = now()
    WHERE place.call_id = excluded.call_id`.execute(db)
}

/** Frees the place of a caller who can't get a partner now; the caller may ask again. */
export const leaveQueue = async (db: Db, callerId: string, callId: string): Promise<void> => {
  await db
    .deleteFrom('random_place')
    .where('caller_id', '=', callerId)
    .where('call_id', '=', callId)
    .execute()
}

export interface QueuedCaller extends IdentityKeys {
  id: string
}

/**
 * The callers who have waited longer: the first of those who choose, and how many choose and wait in all.
 * Where many wait, those without a possible partner are skipped, or a hundred of them would stop everybody
 * behind them.
 */
export const callersAhead = async (
  db: Db,
  callerId: string,
): Promise<{ callers: QueuedCaller[]; choosers: number; total: number }> => {
  const { rows } = await sql<
    { [Key in keyof QueuedCaller]: QueuedCaller[Key] | null } & {
      total: number
      choosers: number
    }
  >`
    WITH ahead AS MATERIALIZED (
      SELECT w.caller_id, w.since,
        coalesce(w.no_partner_at > now() - ${seconds(noPartnerKnownMs)}, false) AS takes_nobody
      FROM random_place own
      JOIN random_place w ON (w.since, w.caller_id) < (own.since, own.caller_id)
      WHERE own.caller_id = ${callerId} AND w.asked_at > now() - ${seconds(pollTimeoutMs)}
        AND NOT EXISTS (SELECT FROM call c WHERE c.id = w.call_id)
        AND NOT EXISTS (SELECT FROM call_seat s WHERE s.member_id = w.caller_id)
    ), counted AS (
      SELECT count(*)::int AS total, (count(*) FILTER (WHERE NOT takes_nobody))::int AS choosers FROM ahead
    ), first AS (
      SELECT a.caller_id, a.since FROM ahead a, counted c WHERE NOT a.takes_nobody OR c.total < ${choosersMax}
      ORDER BY a.since, a.caller_id LIMIT ${choosersMax}
    )
    SELECT m.id, ${deviceKeysOf('m')} AS "deviceKeys", m.phone_keys AS "phoneKeys", c.total, c.choosers
    FROM counted c LEFT JOIN (first f JOIN member m ON m.id = f.caller_id) ON true
    ORDER BY f.since, f.caller_id`.execute(db)
  const callers = rows.flatMap(({ id, deviceKeys, phoneKeys }) =>
    id === null ? [] : [{ id, deviceKeys: deviceKeys ?? [], phoneKeys: phoneKeys ?? [] }],
  )
  return { callers, choosers: rows[0]?.choosers ?? 0, total: rows[0]?.total ?? 0 }
}

/** Records whether the caller had a possible partner just now. */
export const recordPossiblePartner = async (db: Db, callerId: string, hasPartner: boolean): Promise<void> => {
  await db
    .updateTable('random_place')
    .set({ no_partner_at: hasPartner ? null : sql<Date>`now()` })
    .where('caller_id', '=', callerId)
    .$if(hasPartner, (query) => query.where('no_partner_at', 'is not', null))
    .execute()
}

/**
 * Pairs that can't be matched now: blocked, among the caller's last partners, or with too many unanswered
 * rings by the pair or by strangers.
 */
export const blockedPairs = async (
  db: Db,
  callerIds: readonly string[],
  partnerIds: readonly string[],
): Promise<{ callerId: string; partnerId: string }[]> => {
  const overShare = pairsOverStrangersShare(db, callerIds, partnerIds)
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
  return [...rows, ...(await overShare)]
}

/** When these broadcasters last had a call or let a ring pass, in milliseconds of the database's clock. */
export const lastRungAt = async (
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

/** How many callers search for a random partner now, counted up to `max`. */
export const searchingCallers = async (db: Db, max: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM random_place w WHERE ${isActive} AND NOT ${isCancelled}
        AND NOT EXISTS (SELECT FROM call c WHERE c.id = w.call_id)
      LIMIT ${max}) searching`.execute(db)
  return rows[0]?.count ?? 0
}
