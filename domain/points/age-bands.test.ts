import { expect, test } from 'vitest'
import { ageAt } from '#domain/account/birth-date.ts'
import { ageLimitYen, ageRanges, removeBandDecision, saveBandDecision } from './age-bands.ts'

const bands = [
  { fromAge: 60, monthlyYen: null },
  { fromAge: 18, monthlyYen: 30_000 },
  { fromAge: 20, monthlyYen: 300_000 },
]

test.each([
  [17, null],
  [18, 30_000],
  [19, 30_000],
  [20, 300_000],
  [59, 300_000],
  [60, null],
  [120, null],
])('at %s the limit by age is %s', (age, limit) => {
  expect(ageLimitYen(bands, age)).toBe(limit)
})

test.each([
  ['the last millisecond before the 20th birthday in Japan', '2026-11-21T14:59:59.999Z', 30_000],
  ['midnight of the 20th birthday in Japan', '2026-11-21T15:00:00.000Z', 300_000],
])('%s', (_, now, limit) => {
  expect(ageLimitYen(bands, ageAt('2006-11-22', Date.parse(now)))).toBe(limit)
})

test('each band ends where the next begins', () => {
  expect(ageRanges(bands)).toEqual([
    { fromAge: 18, toAge: 19, monthlyYen: 30_000 },
    { fromAge: 20, toAge: 59, monthlyYen: 300_000 },
    { fromAge: 60, toAge: null, monthlyYen: null },
  ])
})

test('a band begins at 18 to 99 and limits to 1,000 yen or more; the first one stays', () => {
  const wrong = { refused: 'ageBandWrong' }
  expect(saveBandDecision({ fromAge: 18, monthlyYen: 1_000 })).toBeNull()
  expect(saveBandDecision({ fromAge: 99, monthlyYen: null })).toBeNull()
  expect(saveBandDecision({ fromAge: 17, monthlyYen: 30_000 })).toEqual(wrong)
  expect(saveBandDecision({ fromAge: 100, monthlyYen: 30_000 })).toEqual(wrong)
  expect(saveBandDecision({ fromAge: 20, monthlyYen: 999 })).toEqual(wrong)
  expect(saveBandDecision({ fromAge: 20, monthlyYen: 10_000_001 })).toEqual(wrong)
  expect(removeBandDecision(18)).toEqual({ refused: 'ageBandNeeded' })
  expect(removeBandDecision(20)).toBeNull()
})
