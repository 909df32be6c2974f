/** Dates, money and time in Japanese notation; dates are in Japanese time. */

const timeZone = 'Asia/Tokyo'
const dayMs = 86_400_000
const jstOffsetMs = 9 * 3_600_000

const dateParts = new Intl.DateTimeFormat('ja-JP', {
  timeZone,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  weekday: 'short',
})
const hourMinute = new Intl.DateTimeFormat('ja-JP', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
})
const hourMinuteSecond = new Intl.DateTimeFormat('ja-JP', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const grouped = new Intl.NumberFormat('ja-JP')

type Instant = string | number

const toMs = (at: Instant): number => (typeof at === 'number' ? at : Date.parse(at))

/** Days since 1970 in Japan, which knows no summer time. */
export const dayNumber = (ms: number): number => Math.floor((ms + jstOffsetMs) / dayMs)

const partsOf = (ms: number): Record<string, string> =>
  Object.fromEntries(dateParts.formatToParts(ms).map(({ type, value }) => [type, value]))

/** 11月20日(金); in another year than `nowMs` 2025年11月20日(木). */
export const day = (at: Instant, nowMs: number): string => {
  const parts = partsOf(toMs(at))
  const year = parts.year === partsOf(nowMs).year ? '' : `${parts.year}年`
  return `${year}${parts.month}月${parts.day}日(${parts.weekday})`
}

/** 21:05 */
export const time = (at: Instant): string => hourMinute.format(toMs(at))

/** 21:05:09 */
export const timeToTheSecond = (at: Instant): string => hourMinuteSecond.format(toMs(at))

/** 今日, 昨日, 11月18日(水). */
export const nearDay = (at: Instant, nowMs: number): string => {
  const daysAgo = dayNumber(nowMs) - dayNumber(toMs(at))
  return daysAgo === 0 ? '今日' : daysAgo === 1 ? '昨日' : day(at, nowMs)
}

/** 今日 21:05, 昨日 21:05, 11月18日(水) 21:05. */
export const dayTime = (at: Instant, nowMs: number): string => `${nearDay(at, nowMs)} ${time(at)}`

/** 今日 21:05, 明日 21:05, 11月25日(水) 21:05, for what is to come. */
export const dayTimeAhead = (at: Instant, nowMs: number): string => {
  const ahead = dayNumber(toMs(at)) - dayNumber(nowMs)
  const near = ahead === 0 ? '今日' : ahead === 1 ? '明日' : day(at, nowMs)
  return `${near} ${time(at)}`
}

/** As short as a list has room for: 21:05, 昨日, 11月18日(水). */
export const timeOrDay = (at: Instant, nowMs: number): string =>
  dayNumber(nowMs) === dayNumber(toMs(at)) ? time(at) : nearDay(at, nowMs)

/** Whole days until an instant's day: 0 is today. Never negative. */
export const daysLeft = (at: Instant, nowMs: number): number =>
  Math.max(0, dayNumber(toMs(at)) - dayNumber(nowMs))

/** 1,200 */
export const count = (amount: number): string => grouped.format(amount)

/** 1,200pt */
export const points = (amount: number): string => `${grouped.format(amount)}pt`

/** 200pt/分 */
export const pointsPerMinute = (amount: number): string => `${grouped.format(amount)}pt/分`

/** 1,000円(税込) */
export const yen = (amount: number): string => `${grouped.format(amount)}円(税込)`

/** Seconds as 05:03, from an hour on as 1:05:03. */
export const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const rest = `${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Seconds in words: 14分42秒, 42秒, 1時間5分3秒. */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return [
    hours > 0 ? `${hours}時間` : '',
    hours > 0 || minutes > 0 ? `${minutes}分` : '',
    `${whole % 60}秒`,
  ].join('')
}
