import { expect, test } from 'vitest'
import { createVideoTestLimit } from './limit.ts'

const tenMinutes = 600_000

test('lets a member start ten checks in ten minutes, and twenty in a day', () => {
  let now = 0
  const limit = createVideoTestLimit({ now: () => now })
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
