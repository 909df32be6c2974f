import { liveMsOfDay } from '#domain/live/daily-limit.ts'
import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** What is left of the broadcaster's limit on this Japanese day, in milliseconds. */
export const leftTodayMs = async (
  db: Db | Tx,
  broadcasterId: string,
  { now, limitMs }: { now: number; limitMs: number },
): Promise<number> => {
  const rows = await db
    .selectFrom('live_room')
    .select(['started_at', 'ended_at'])
    .where('broadcaster_id', '=', broadcasterId)
    .where((where) =>
      where.or([where('ended_at', 'is', null), where('ended_at', '>', new Date(japaneseDayStart(now)))]),
    )
    .execute()
  const rooms = rows.map((row) => ({
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
  }))
  return Math.max(0, limitMs - liveMsOfDay(rooms, now))
}
