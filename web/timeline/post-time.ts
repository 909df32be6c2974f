import { dayTime } from '#web/text/format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** たった今, 5分前, 3時間前, 昨日 21:05. */
export const postTime = (at: string, nowMs: number): string => {
  const ago = nowMs - Date.parse(at)
  if (ago < minuteMs) return 'たった今'
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)}分前`
  if (ago < 12 * hourMs) return `${Math.floor(ago / hourMs)}時間前`
  return dayTime(at, nowMs)
}
