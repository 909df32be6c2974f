import { sql } from 'kysely'
import type { OperatorLiveRoom, OperatorLiveSettings } from '#contract/live/operator-rooms.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { paidByReference } from '#server/points/earnings/earned-by-purpose.ts'
import { liveRateBounds } from './settings.ts'

/** The rooms that run now, the longest first. */
export const runningRooms = async (db: Db | Tx): Promise<OperatorLiveRoom[]> => {
  const { rows } = await sql<
    Omit<OperatorLiveRoom, 'startedAt' | 'paidPoints'> & { startedAt: Date; callIds: string[] }
  >`
    SELECT r.id AS "roomId", m.id AS "broadcasterId", m.name, r.title, r.started_at AS "startedAt",
      r.media_gone_since IS NULL AND r.server_away_since IS NULL AS "isOnAir",
      count(c.id) FILTER (WHERE c.origin = 'sideWatch' AND c.phase <> 'ended')::int AS watchers,
      coalesce(bool_or(c.origin = 'live' AND c.phase IN ('accepted', 'connecting', 'inCall')), false) AS "isInLiveCall",
      coalesce(array_agg(c.id::text) FILTER (WHERE c.id IS NOT NULL), '{}') AS "callIds"
    FROM live_room r JOIN member m ON m.id = r.broadcaster_id LEFT JOIN call c ON c.live_room_id = r.id
    WHERE r.ended_at IS NULL GROUP BY r.id, m.id ORDER BY r.started_at`.execute(db)
  const paid = await paidByReference(
    db,
    rows.flatMap(({ callIds }) => callIds),
  )
  return rows.map(({ callIds, startedAt, ...room }) => ({
    ...room,
    startedAt: startedAt.toISOString(),
    paidPoints: callIds.reduce((sum, id) => sum + (paid.get(id) ?? 0), 0),
  }))
}

export const operatorSettings = async (db: Db | Tx): Promise<OperatorLiveSettings> => {
  const [row, bounds] = await Promise.all([
    db.selectFrom('live_setting').selectAll().executeTakeFirstOrThrow(),
    liveRateBounds(db),
  ])
  return { dailyLimitMin: row.daily_limit_min, freeLookSec: row.free_look_sec, ...bounds }
}
