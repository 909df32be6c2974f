import { expect, test } from 'vitest'
import { createVideoTestLimit } from './video-test-limit.ts'

const tenMinutes = 600_000

test('lets a member test twenty times in ten minutes, and forty in a day: an echo room is no telephone', () => {
  let now = 0
  const limit = createVideoTestLimit({ now: () => now })
  const admitted = (times: number) => Array.from({ length: times }, () => limit.admits('1')).filter(Boolean)
  expect(admitted(25)).toHaveLength(20)
  now += tenMinutes
  expect(admitted(15)).toHaveLength(15)
  now += tenMinutes
  expect(admitted(15)).toHaveLength(5)
  now += tenMinutes
  expect(limit.admits('1')).toBe(false)
  expect(limit.admits('2')).toBe(true)
  now = 24 * 3_600_000
  expect(limit.admits('1')).toBe(true)
})
