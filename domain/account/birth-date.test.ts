import { expect, it } from 'vitest'
import { ageAt, isUnderAge, readBirthDate } from './birth-date.ts'

const nowMs = Date.parse('2026-11-20T15:00:00Z') // 21 November, 00:00 in Japan

it.each([
  ['2008-11-21', 18],
  ['2008-11-22', 17],
  ['1990-01-01', 36],
])('a person born on %s is %s years old', (birthDate, age) => {
  expect(ageAt(birthDate, nowMs)).toBe(age)
})

it('closes to people under 18 in Japan, and to nobody without a birth date', () => {
  expect(isUnderAge('2008-11-22', nowMs)).toBe(true)
  expect(isUnderAge('2008-11-22', nowMs + 86_400_000)).toBe(false)
  expect(isUnderAge(null, nowMs)).toBe(false)
})

it.each(['2026-02-30', '2027-01-01', '1890-01-01', 'x'])('refuses %s as a birth date', (birthDate) => {
  expect(readBirthDate(birthDate, nowMs)).toEqual({ refused: 'birthDateImpossible' })
})

it('accepts a day', () => {
  expect(readBirthDate('2000-02-29', nowMs)).toBe('2000-02-29')
})
