import { expect, it } from 'vitest'
import { bookingDays, bookingTimes, usualDay, usualTime } from './booking-times.ts'

const at = (text: string) => Date.parse(`${text}+09:00`)
/** A Sunday. */
const now = at('2026-11-22T20:40')
const slots = [{ weekday: 1, fromMinute: 22 * 60, toMinute: 25 * 60 }]

it('offers the days up to two weeks ahead, the holidays in red', () => {
  const days = bookingDays(now)
  expect(days).toHaveLength(15)
  expect(days.slice(0, 2)).toEqual([
    { midnight: at('2026-11-22T00:00'), label: '11/22', weekday: '日', tone: 'holiday', holiday: null },
    {
      midnight: at('2026-11-23T00:00'),
      label: '11/23',
      weekday: '月',
      tone: 'holiday',
      holiday: '勤労感謝の日',
    },
  ])
  expect(days[6]).toMatchObject({ label: '11/28', tone: 'saturday' })
})

it('offers quarters of an hour from 15 minutes ahead on, and marks the planned ones, also after midnight', () => {
  expect(bookingTimes(at('2026-11-22T00:00'), [], now).map(({ label }) => label)[0]).toBe('21:00')
  const planned = (day: string) =>
    bookingTimes(at(`${day}T00:00`), slots, now)
      .filter(({ isPlanned }) => isPlanned)
      .map(({ label }) => label)
  expect(planned('2026-11-23')[0]).toBe('22:00')
  expect(planned('2026-11-24')).toEqual(['0:00', '0:15', '0:30', '0:45'])
})

it('begins with the plan, or with the evening', () => {
  expect(usualDay(slots, now)).toBe(at('2026-11-23T00:00'))
  expect(usualTime(at('2026-11-23T00:00'), slots, now)).toBe(at('2026-11-23T22:00'))
  expect(usualDay([], now)).toBe(at('2026-11-22T00:00'))
  expect(usualTime(at('2026-11-25T00:00'), [], now)).toBe(at('2026-11-25T21:00'))
})

it('leaves out a day on which it is too late', () => {
  expect(bookingDays(at('2026-11-22T23:50'))[0]?.label).toBe('11/23')
})
