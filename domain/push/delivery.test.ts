import { expect, test } from 'vitest'
import { isGivenUp, retryAfterMs } from './delivery.ts'

const days = (count: number) => count * 24 * 60 * 60_000

test('waits longer from attempt to attempt, several times within a ring', () => {
  expect([1, 2, 3, 4, 5].map((attempts) => retryAfterMs(attempts, null))).toEqual([
    1_000, 2_000, 4_000, 8_000, 8_000,
  ])
})

test('waits as long as the service says, but not without end', () => {
  expect(retryAfterMs(1, 0)).toBe(1_000)
  expect(retryAfterMs(1, 20_000)).toBe(20_000)
})

test('drops an address that failed often and for long, but not one with only one of both', () => {
  expect(isGivenUp(5, days(3))).toBe(true)
  expect(isGivenUp(4, days(30))).toBe(false)
  expect(isGivenUp(500, days(2))).toBe(false)
})
