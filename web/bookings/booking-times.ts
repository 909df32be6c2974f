import { bookingAheadMaxMs, bookingGridMs, isBookable } from '#domain/bookings/proposal.ts'
import type { Slot } from '#domain/people/schedule.ts'
import { holidayOn } from '#domain/text/holidays.ts'
import { japaneseDayStart, japanOffsetMs } from '#domain/text/japanese-day.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

export interface BookingDay {
  /** Midnight in Japan, in milliseconds. */
  midnight: number
  /** 11/23 */
  label: string
  /** 月 */
  weekday: string
  /** Saturday, or Sunday and holidays; null on other days. */
  tone: 'saturday' | 'holiday' | null
  /** The name of the holiday. */
  holiday: string | null
}

export interface BookingTime {
  startsAt: number
  /** 21:00 */
  label: string
  /** Within the broadcaster's planned standby. */
  isPlanned: boolean
}

const weekdayNames = ['日', '月', '火', '水', '木', '金', '土']

/** The days on which a time can be proposed, from today in Japan on. */
export const bookingDays = (now: number): BookingDay[] => {
  const today = japaneseDayStart(now)
  return Array.from({ length: bookingAheadMaxMs / dayMs + 1 }, (_, ahead) => today + ahead * dayMs)
    .filter((midnight) => bookingTimes(midnight, [], now).length > 0)
    .map((midnight) => {
      const date = new Date(midnight + japanOffsetMs)
      const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
      const holiday = holidayOn(date.getUTCFullYear(), month, day)
      const isRed = holiday !== null || date.getUTCDay() === 0
      return {
        midnight,
        label: `${month}/${day}`,
        weekday: weekdayNames[date.getUTCDay()] ?? '',
        tone: isRed ? 'holiday' : date.getUTCDay() === 6 ? 'saturday' : null,
        holiday,
      }
    })
}

/** Minutes of a day that are planned: a slot of the day before may reach into it. */
const isPlannedAt = (minute: number, weekday: number, slots: readonly Slot[]): boolean =>
  slots.some(
    (slot) =>
      (slot.weekday === weekday && minute >= slot.fromMinute && minute < slot.toMinute) ||
      ((slot.weekday + 1) % 7 === weekday && minute + 1440 < slot.toMinute),
  )

/** The times of one day that may be proposed now. */
export const bookingTimes = (midnight: number, slots: readonly Slot[], now: number): BookingTime[] => {
  const weekday = new Date(midnight + japanOffsetMs).getUTCDay()
  return Array.from({ length: dayMs / bookingGridMs }, (_, nth) => midnight + nth * bookingGridMs)
    .filter((startsAt) => isBookable(startsAt, now))
    .map((startsAt) => {
      const minute = (startsAt - midnight) / minuteMs
      return {
        startsAt,
        label: `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
        isPlanned: isPlannedAt(minute, weekday, slots),
      }
    })
}

/** Most calls are made in the evening. */
const usualMinute = 21 * 60

/** The time that is chosen at first: the first planned one of the day, else 21:00, else the last one left. */
export const usualTime = (midnight: number, slots: readonly Slot[], now: number): number | null => {
  const times = bookingTimes(midnight, slots, now)
  const usual = midnight + usualMinute * minuteMs
  return (
    (
      times.find(({ isPlanned }) => isPlanned) ??
      times.find(({ startsAt }) => startsAt >= usual) ??
      times.at(-1)
    )?.startsAt ?? null
  )
}

/** The first day with planned standby among those offered, else the first one. */
export const usualDay = (slots: readonly Slot[], now: number): number => {
  const days = bookingDays(now)
  const planned = days.find(({ midnight }) =>
    bookingTimes(midnight, slots, now).some(({ isPlanned }) => isPlanned),
  )
  return (planned ?? days[0])?.midnight ?? japaneseDayStart(now)
}
