import { expect, it } from 'vitest'
import { holidayOn } from './holidays.ts'

/** As the Cabinet Office publishes them (国民の祝日について). */
const published: Record<number, string> = {
  2022: '1-1 1-10 2-11 2-23 3-21 4-29 5-3 5-4 5-5 7-18 8-11 9-19 9-23 10-10 11-3 11-23',
  2023: '1-1 1-2 1-9 2-11 2-23 3-21 4-29 5-3 5-4 5-5 7-17 8-11 9-18 9-23 10-9 11-3 11-23',
  2024: '1-1 1-8 2-11 2-12 2-23 3-20 4-29 5-3 5-4 5-5 5-6 7-15 8-11 8-12 9-16 9-22 9-23 10-14 11-3 11-4 11-23',
  2025: '1-1 1-13 2-11 2-23 2-24 3-20 4-29 5-3 5-4 5-5 5-6 7-21 8-11 9-15 9-23 10-13 11-3 11-23 11-24',
  2026: '1-1 1-12 2-11 2-23 3-20 4-29 5-3 5-4 5-5 5-6 7-20 8-11 9-21 9-22 9-23 10-12 11-3 11-23',
  2027: '1-1 1-11 2-11 2-23 3-21 3-22 4-29 5-3 5-4 5-5 7-19 8-11 9-20 9-23 10-11 11-3 11-23',
}

const holidaysOf = (year: number): string =>
  Array.from({ length: 366 }, (_, nth) => new Date(Date.UTC(year, 0, 1 + nth)))
    .filter((date) => date.getUTCFullYear() === year)
    .map((date) => [date.getUTCMonth() + 1, date.getUTCDate()] as const)
    .filter(([month, day]) => holidayOn(year, month, day) !== null)
    .map(([month, day]) => `${month}-${day}`)
    .join(' ')

it.each(Object.entries(published))('knows the holidays of %s', (year, days) => {
  expect(holidaysOf(Number(year))).toBe(days)
})

it('names them, and those that follow from others', () => {
  expect(holidayOn(2026, 11, 23)).toBe('勤労感謝の日')
  expect(holidayOn(2026, 5, 6)).toBe('振替休日')
  expect(holidayOn(2026, 9, 22)).toBe('国民の休日')
  expect(holidayOn(2026, 11, 24)).toBeNull()
})
