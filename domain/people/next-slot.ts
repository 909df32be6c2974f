import { japaneseDayStart, japanOffsetMs } from '#domain/text/japanese-day.ts'
import type { Slot } from './schedule.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** When the next planned standby begins, within a week, in milliseconds; null without a plan. */
export const nextSlotStart = (slots: readonly Slot[], nowMs: number): number | null => {
  const today = japaneseDayStart(nowMs)
  const starts = Array.from({ length: 8 }, (_, ahead) => today + ahead * dayMs).flatMap((midnight) => {
    const weekday = new Date(midnight + japanOffsetMs).getUTCDay()
    return slots
      .filter((slot) => slot.weekday === weekday)
      .map(({ fromMinute }) => midnight + fromMinute * minuteMs)
  })
  return starts.filter((start) => start > nowMs).toSorted((one, other) => one - other)[0] ?? null
}

const weekdayNames = ['日', '月', '火', '水', '木', '金', '土']
/** From 18:00 on an evening is 今夜. */
const eveningMinute = 18 * 60

/** 今日 15:00〜, 今夜 21:00〜, 明日 21:00〜, 水曜 21:00〜, for a start within a week. */
export const nextSlotLabel = (startMs: number, nowMs: number): string => {
  const midnight = japaneseDayStart(startMs)
  const minute = (startMs - midnight) / minuteMs
  const daysAhead = (midnight - japaneseDayStart(nowMs)) / dayMs
  const weekday = weekdayNames[new Date(midnight + japanOffsetMs).getUTCDay()]
  const days = daysAhead === 0 ? (minute >= eveningMinute ? '今夜' : '今日') : '明日'
  const time = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  return `${daysAhead > 1 ? `${weekday}曜` : days} ${time}〜`
}
