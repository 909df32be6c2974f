import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** For the data export: the rooms that a broadcaster opened. */
export const liveRoomsOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select id, title, tags, source, watch_points_per_min as "watchPointsPerMin",
      call_points_per_min as "callPointsPerMin", started_at as "startedAt", began_at as "beganAt",
      ended_at as "endedAt", end_reason as "endReason", peak_watchers as "peakWatchers"
    from live_room where broadcaster_id = ${memberId} order by started_at`.execute(db)
  return rows
}
