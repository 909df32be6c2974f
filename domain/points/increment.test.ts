import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fundedMs, incrementPoints, incrementsUsed } from './increment.ts'

test.each([
  [0, 0],
  [1, 1],
  [5_999, 1],
  [6_000, 1],
  [6_001, 2],
  [60_000, 10],
  [60_000.5, 11],
])('%s ms of charged time are %s increments', (chargedMs, increments) => {
  expect(incrementsUsed(chargedMs)).toBe(increments)
})

test('an increment costs 20 points by video and 14 by voice', () => {
  expect(incrementPoints(200)).toBe(20)
  expect(incrementPoints(140)).toBe(14)
})

test('uses the fewest increments that fund the time', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000_000 }), (chargedMs) => {
      const used = incrementsUsed(chargedMs)
      expect(fundedMs(used)).toBeGreaterThanOrEqual(chargedMs)
      if (used > 0) expect(fundedMs(used - 1)).toBeLessThan(chargedMs)
    }),
  )
})
