import { japaneseDayStart } from '#domain/text/japanese-day.ts'

const dayMs = 86_400_000

/** A room's time; `endedAt` null while it runs. */
export interface RoomTime {
  startedAt: number
  endedAt: number | null
}

/** How long the broadcaster was live on the Japanese day of `now`, in milliseconds. */
export const liveMsOfDay = (rooms: readonly RoomTime[], now: number): number => {
  const from = japaneseDayStart(now)
  return rooms.reduce(
    (sum, { startedAt, endedAt }) => sum + Math.max(0, (endedAt ?? now) - Math.max(startedAt, from)),
    0,
  )
}

/**
 * When the limit ends a room that starts now. A room that runs past midnight has the whole of the next day's limit from
 * there.
 *
 * @param leftMs what is left of the limit today
 */
export const roomEndsAt = (now: number, { leftMs, limitMs }: { leftMs: number; limitMs: number }): number => {
  const midnight = japaneseDayStart(now) + dayMs
  return now + leftMs < midnight ? now + leftMs : midnight + limitMs
}
