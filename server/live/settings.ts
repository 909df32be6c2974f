import type { LiveRates } from '#contract/live/rooms.ts'
import type { RateBounds } from '#contract/people/rates.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { roomRateBounds } from '#server/people/rate-bounds.ts'

export interface LiveSettings {
  /** How long a broadcaster may be live on one Japanese day. */
  dailyLimitMs: number
  /** The free look at a room; 0: none. */
  freeLookMs: number
}

/** What operators set for all live rooms. */
export const liveSettings = async (db: Db | Tx): Promise<LiveSettings> => {
  const row = await db.selectFrom('live_setting').selectAll().executeTakeFirstOrThrow()
  return { dailyLimitMs: row.daily_limit_min * 60_000, freeLookMs: row.free_look_sec * 1_000 }
}

/** The bounds within which a broadcaster chooses a room's rates, in points per minute. */
export const liveRateBounds = (db: Db | Tx): Promise<Record<keyof LiveRates, RateBounds>> =>
  roomRateBounds(db)
