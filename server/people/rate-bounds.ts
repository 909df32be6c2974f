import { sql } from 'kysely'
import type { CallKind } from '#contract/calls/calls.ts'
import type { KindBounds, RateBounds } from '#contract/people/rates.ts'

import type { Db, Tx } from '#server/db/database.ts'

/** The bounds within which broadcasters choose their rates, in points per minute. */
export const rateBoundsOf = async (db: Db | Tx): Promise<Record<CallKind, RateBounds>> => {
  const rows = await db.selectFrom('call_rate_bound').selectAll().execute()
  return byKind(rows.map((row) => [row.kind, { min: row.min_points, max: row.max_points }]))
}

/** The bounds of the rates of live rooms, which are chosen for each room. */
export const roomRateBounds = async (db: Db | Tx): Promise<{ watch: RateBounds; call: RateBounds }> => {
  const rows = await db.selectFrom('call_rate_bound').selectAll().execute()
  const of = (kind: string): RateBounds => {
    const row = rows.find((each) => each.kind === kind)
    if (!row) throw new Error(`no bounds of ${kind}`)
    return { min: row.min_points, max: row.max_points }
  }
  return { watch: of('liveWatch'), call: of('liveCall') }
}

/** The bounds of calls with the number of broadcasters whose rates lie outside. */
export const rateBoundsInUse = async (db: Db | Tx): Promise<Record<CallKind, KindBounds>> => {
  const { rows } = await sql<KindBounds & { kind: string }>`
    SELECT bound.kind, bound.min_points AS min, bound.max_points AS max, count(b.member_id)::int AS outside
    FROM call_rate_bound bound
    LEFT JOIN broadcaster b
      ON CASE bound.kind WHEN 'video' THEN b.rate_video ELSE b.rate_voice END
        NOT BETWEEN bound.min_points AND bound.max_points
    WHERE bound.kind IN ('video', 'voice')
    GROUP BY bound.kind`.execute(db)
  return byKind(rows.map(({ kind, ...bounds }) => [kind, bounds]))
}

const byKind = <Bounds>(entries: [string, Bounds][]): Record<CallKind, Bounds> => {
  const { video, voice } = Object.fromEntries(entries)
  if (!video || !voice) throw new Error('a kind of call has no bounds of its price')
  return { video, voice }
}
