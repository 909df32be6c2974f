import { expect, test } from 'vitest'
import { createLimits } from './limits.ts'

const tenMinutes = 600_000

test('accepts ten pre-call checks of a member in ten minutes and twenty in a day', () => {
  let now = 0
  const limit = createLimits({ now: () => now }).preCallCheck
  const admitted = (times: number) => Array.from({ length: times }, () => limit.admits('1')).filter(Boolean)
  expect(admitted(15)).toHaveLength(10)
  now += tenMinutes
  expect(admitted(7)).toHaveLength(7)
  now += tenMinutes
  expect(admitted(7)).toHaveLength(3)
  now += tenMinutes
  expect(limit.admits('1')).toBe(false)
  expect(limit.admits('2')).toBe(true)
  now = 24 * 3_600_000
  expect(limit.admits('1')).toBe(true)
})
