import { expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

it('admits so many tries of a key in a window, and more in the next window', () => {
  let now = 0
  const limit = createRateLimit({ max: 2, windowMs: 1_000, now: () => now })
  expect([limit.admits('a'), limit.admits('a'), limit.admits('a'), limit.admits('b')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  now = 999
  expect(limit.admits('a')).toBe(false)
  now = 1_000
  expect(limit.admits('a')).toBe(true)
})
