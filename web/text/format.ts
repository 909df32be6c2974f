import { japanOffsetMs } from '#domain/text/japanese-day.ts'

/**
 * Dates, money and time in Japanese notation; dates are in Japanese time. Written by hand: the first formatter of `Intl`
 * takes a page 20 ms of a desktop's processor, three quarters of all that its modules take before home can be used.
 */

const dayMs = 86_400_000
const weekdays = ['日', '月', '火', '水', '木', '金', '土']

type Instant = string | number

const toMs = (at: Instant): number => (typeof at === 'number' ? at : Date.parse(at))

/** Days since 1970 in Japan. */
export const dayNumber = (ms: number): number => Math.floor((ms + japanOffsetMs) / dayMs)

/** Its parts in UTC are those of the clock in Japan. What is no instant is an error, as for `Intl`. */
const inJapan = (ms: number): Date => {
  if (Number.isNaN(ms)) throw new RangeError('not an instant')
  return new Date(ms + japanOffsetMs)
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** 11月20日(金); in another year than `nowMs` 2025年11月20日(木). */
export const day = (at: Instant, nowMs: number): string => {
  const date = inJapan(toMs(at))
  const year = date.getUTCFullYear() === inJapan(nowMs).getUTCFullYear() ? '' : `${date.getUTCFullYear()}年`
  return `${year}${date.getUTCMonth() + 1}月${date.getUTCDate()}日(${weekdays[date.getUTCDay()]})`
}

/** 21:05 */
export const time = (at: Instant): string => {
  const date = inJapan(toMs(at))
  return `${date.getUTCHours()}:${twoDigits(date.getUTCMinutes())}`
}

/** 21:05:09 */
export const timeToTheSecond = (at: Instant): string =>
  `${time(at)}:${twoDigits(inJapan(toMs(at)).getUTCSeconds())}`

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
export const count = (amount: number): string => {
  const [whole = '', ...fraction] = String(Math.abs(amount)).split('.')
  const first = whole.length % 3 || 3
  const groups = [whole.slice(0, first)]
  for (let from = first; from < whole.length; from += 3) groups.push(whole.slice(from, from + 3))
  return [`${amount < 0 ? '-' : ''}${groups.join(',')}`, ...fraction].join('.')
}

/** 1,200pt */
export const points = (amount: number): string => `${count(amount)}pt`

/** 200pt/分 */
export const pointsPerMinute = (amount: number): string => `${count(amount)}pt/分`

/** 1,000円(税込) */
export const yen = (amount: number): string => `${count(amount)}円(税込)`

/** Seconds as 05:03, from an hour on as 1:05:03. */
export const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const rest = `${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`
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
