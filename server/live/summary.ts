import { sql } from 'kysely'
import type { LiveSummary } from '#contract/live/rooms.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { countNewFavourites } from '#server/favourites/queries.ts'
import { earnedByPurpose } from '#server/points/earnings/earned-by-purpose.ts'
import type { RoomRecord } from './room-record.ts'

interface Visits {
  callIds: string[]
  watchers: number
  watchedMs: number
}

const visitsOf = async (db: Db | Tx, roomId: string): Promise<Visits> => {
  const { rows } = await sql<Visits>`
    SELECT coalesce(array_agg(id::text), '{}') AS "callIds",
      count(DISTINCT caller_id) FILTER (WHERE origin = 'sideWatch' AND connected_at IS NOT NULL)::int AS watchers,
      coalesce(sum(connected_ms) FILTER (WHERE origin = 'sideWatch' AND connected_at IS NOT NULL), 0)::float8
        AS "watchedMs"
    FROM call WHERE live_room_id = ${roomId}`.execute(db)
  return rows[0] ?? { callIds: [], watchers: 0, watchedMs: 0 }
}

/** A room in figures. What was earned are the sums of the statement's lines; while the room runs, so far. */
export const summaryOf = async (db: Db | Tx, room: RoomRecord): Promise<LiveSummary> => {
  const { broadcasterId, state } = room
  const visits = await visitsOf(db, room.id)
  const [earned, newFavourites] = await Promise.all([
    earnedByPurpose(db, { broadcasterId, references: visits.callIds }),
    countNewFavourites(db, broadcasterId, { fromMs: state.startedAt, toMs: room.endedAt ?? room.now }),
  ])
  const of = (purpose: string) => earned.get(purpose) ?? 0
  return {
    roomId: room.id,
    title: room.title,
    startedAt: new Date(state.startedAt).toISOString(),
    endedAt: room.endedAt === null ? null : new Date(room.endedAt).toISOString(),
    endReason: state.endReason,
    watchers: visits.watchers,
    peakWatchers: room.peakWatchers,
    watchedMinutes: Math.floor(visits.watchedMs / 60_000),
    newFavourites,
    ...(state.endReason === 'byOperator' && room.operatorNote !== null
      ? { operatorNote: room.operatorNote }
      : {}),
    earned: {
      watch: of('sideWatch'),
      liveCall: of('liveCall'),
      comments: of('liveComment'),
      presents: of('livePresent'),
      menus: of('liveMenu'),
    },
  }
}
