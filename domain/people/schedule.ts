import { holidayOn } from '#domain/text/holidays.ts'
import { japanOffsetMs } from '#domain/text/japanese-day.ts'

/** Minutes of the day in Japanese time; `toMinute` may pass midnight (over 1440). Weekday 0 is Sunday. */
export interface Slot {
  weekday: number
  fromMinute: number
  toMinute: number
}

export interface ScheduleDay {
  /** Day of the month, Japanese time. */
  day: number
  weekday: number
  /** The name of the national holiday, or null. */
  holiday: string | null
  slots: Slot[]
}

const dayMs = 86_400_000

/** The next seven days from today, Japanese time; a day without a slot is a day off. */
export const scheduleWeek = (slots: readonly Slot[], nowMs: number): ScheduleDay[] =>
  Array.from({ length: 7 }, (_, ahead) => {
    const date = new Date(nowMs + japanOffsetMs + ahead * dayMs)
    const weekday = date.getUTCDay()
    return {
      day: date.getUTCDate(),
      weekday,
      holiday: holidayOn(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()),
      slots: slots
        .filter((slot) => slot.weekday === weekday)
        .toSorted((one, other) => one.fromMinute - other.fromMinute),
    }
  })

/** 21時, 21時半, 25時: the hours of one night continue past midnight, as schedules are written in Japan. */
export const clockLabel = (minute: number): string => {
  const rest = minute % 60
  const hour = `${Math.floor(minute / 60)}時`
  if (rest === 0) return hour
  return rest === 30 ? `${hour}半` : `${hour}${rest}分`
}
