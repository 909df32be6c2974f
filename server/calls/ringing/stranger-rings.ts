import { sql } from 'kysely'
import { strangerRingsMaxMs, unansweredRingsWindowMs } from '#domain/calls/timing.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isEstablished } from '#server/people/established-members.ts'
import { unansweredEnds } from './unanswered-ends.ts'

/**
 * Whether the caller is a stranger to the broadcaster: not established, and without a connected call of the
 * two. Both are SQL expressions.
 */
const isStranger = (callerId: string, broadcasterId: string) => sql<boolean>`(
  NOT ${isEstablished(sql.ref(callerId))} AND NOT EXISTS (
    SELECT FROM call met WHERE met.caller_id = ${sql.ref(callerId)} AND met.broadcaster_id = ${sql.ref(broadcasterId)}
      AND met.connected_at IS NOT NULL))`

/** For how many seconds of the hour unanswered rings have occupied the seat of the broadcaster `b.id`. */
const keptSec = (whose = sql`true`) => sql`(
  SELECT coalesce(sum(extract(epoch FROM c.ended_at - c.requested_at)), 0) FROM call c
  WHERE c.broadcaster_id = b.id AND c.dialler_id = c.caller_id AND c.accepted_at IS NULL
    AND c.end_reason = any(${[...unansweredEnds]}::text[])
    AND c.requested_at > now() - make_interval(secs => ${unansweredRingsWindowMs / 1000}) AND ${whose})`

const strangerRingsMaxSec = strangerRingsMaxMs / 1_000

/**
 * The pairs of these callers and broadcasters that are strangers, where strangers have used up their share of
 * the broadcaster's hour. Few broadcasters have so many unanswered rings, so the callers are looked up for
 * these alone.
 */
export const pairsOverStrangersShare = async (
  db: Db | Tx,
  callerIds: readonly string[],
  broadcasterIds: readonly string[],
): Promise<{ callerId: string; partnerId: string }[]> => {
  const { rows } = await sql<{ callerId: string; partnerId: string }>`
    WITH many AS MATERIALIZED (
      SELECT b.id FROM unnest(${broadcasterIds}::text[]) AS b (id) WHERE ${keptSec()} >= ${strangerRingsMaxSec}
    ), crowded AS MATERIALIZED (
      SELECT b.id FROM many b WHERE ${keptSec(isStranger('c.caller_id', 'b.id'))} >= ${strangerRingsMaxSec}
    )
    SELECT caller.id AS "callerId", crowded.id AS "partnerId"
    FROM crowded, unnest(${callerIds}::text[]) AS caller (id)
    WHERE ${isStranger('caller.id', 'crowded.id')}`.execute(db)
  return rows
}
