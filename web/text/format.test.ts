import { describe, expect, it } from 'vitest'
import {
  clock,
  count,
  day,
  daysLeft,
  dayTime,
  duration,
  nearDay,
  points,
  pointsPerMinute,
  timeOrDay,
  timeToTheSecond,
  yen,
} from './format.ts'

/** Friday 20 November 2026, 23:30 in Japan: still 14:30 UTC. */
const now = Date.parse('2026-11-20T14:30:00Z')

describe('dates in Japanese time', () => {
  it.each([
    ['2026-11-20T12:05:00Z', '今日 21:05'],
    ['2026-11-20T15:00:00Z', '11月21日(土) 0:00'],
    ['2026-11-19T15:00:00Z', '今日 0:00'],
    ['2026-11-19T14:59:00Z', '昨日 23:59'],
    ['2026-11-18T00:03:00Z', '11月18日(水) 9:03'],
    ['2025-12-31T15:00:00Z', '1月1日(木) 0:00'],
    ['2025-12-31T14:59:00Z', '2025年12月31日(水) 23:59'],
  ])('%s reads %s', (at, text) => {
    expect(dayTime(at, now)).toBe(text)
  })

  it('names a day with its weekday, and its year when it is another', () => {
    expect(day('2026-12-09T14:59:59Z', now)).toBe('12月9日(水)')
    expect(day('2027-05-19T15:00:00Z', now)).toBe('2027年5月20日(木)')
  })

  it.each([
    ['2026-11-20T12:05:00Z', '今日', '21:05'],
    ['2026-11-19T15:00:00Z', '今日', '0:00'],
    ['2026-11-19T14:59:00Z', '昨日', '昨日'],
    ['2026-11-18T00:03:00Z', '11月18日(水)', '11月18日(水)'],
    ['2025-12-31T14:59:00Z', '2025年12月31日(水)', '2025年12月31日(水)'],
  ])('shows %s as %s, and in a list as %s', (at, bar, short) => {
    expect(nearDay(at, now)).toBe(bar)
    expect(timeOrDay(at, now)).toBe(short)
  })

  it.each(['2026-11-20T14:59:09Z', '2026-02-28T15:00:00Z', '2024-02-29T00:00:01Z'])(
    '%s reads to the second as the browser would write it',
    (at) => {
      const written = new Intl.DateTimeFormat('ja-JP', {
        ...{
          timeZone: 'Asia/Tokyo',
          hourCycle: 'h23',
          hour: 'numeric',
          minute: '2-digit',
          second: '2-digit',
        },
      })
      expect(timeToTheSecond(at)).toBe(written.format(Date.parse(at)))
    },
  )

  it('counts the days left by the calendar, not by hours', () => {
    expect(daysLeft('2026-11-20T14:59:59Z', now)).toBe(0)
    expect(daysLeft('2026-11-20T15:00:00Z', now)).toBe(1)
    expect(daysLeft('2026-12-09T00:00:00Z', now)).toBe(19)
    expect(daysLeft('2026-11-01T00:00:00Z', now)).toBe(0)
  })
})

describe('money', () => {
  it('groups digits and puts the unit after them', () => {
    expect(yen(1000)).toBe('1,000円(税込)')
    expect(points(1200)).toBe('1,200pt')
    expect(pointsPerMinute(200)).toBe('200pt/分')
    expect(count(1234567)).toBe('1,234,567')
  })

  it.each([0, 7, -7, 999, 1_000, -1_000, 100_000, -123_456, 1_234.5, 0.25])(
    '%s reads as the browser would write it',
    (amount) => {
      expect(count(amount)).toBe(new Intl.NumberFormat('ja-JP').format(amount))
    },
  )
})

describe('time spent', () => {
  it.each([
    [0, '00:00'],
    [5.9, '00:05'],
    [303, '05:03'],
    [882, '14:42'],
    [3599, '59:59'],
    [3903, '1:05:03'],
    [-1, '00:00'],
  ])('%s s on the clock: %s', (seconds, text) => {
    expect(clock(seconds)).toBe(text)
  })

  it.each([
    [42, '42秒'],
    [882, '14分42秒'],
    [3603, '1時間0分3秒'],
  ])('%s s in words: %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text)
  })
})
