import { expect, it } from 'vitest'
import { liveMsOfDay, roomEndsAt } from './daily-limit.ts'

const hourMs = 3_600_000
/** 2026-11-23, midnight in Japan. */
const midnight = Date.UTC(2026, 10, 22, 15)

it('counts of rooms only what lies in the day', () => {
  const rooms = [
    { startedAt: midnight - 2 * hourMs, endedAt: midnight + hourMs },
    { startedAt: midnight - 5 * hourMs, endedAt: midnight - 4 * hourMs },
    { startedAt: midnight + 3 * hourMs, endedAt: null },
  ]
  expect(liveMsOfDay(rooms, midnight + 5 * hourMs)).toBe(3 * hourMs)
})

it('ends a room when the day has no more time, or gives it the next day whole', () => {
  const limitMs = 6 * hourMs
  expect(roomEndsAt(midnight, { leftMs: limitMs, limitMs })).toBe(midnight + limitMs)
  expect(roomEndsAt(midnight + 22 * hourMs, { leftMs: hourMs, limitMs })).toBe(midnight + 23 * hourMs)
  expect(roomEndsAt(midnight + 22 * hourMs, { leftMs: 3 * hourMs, limitMs })).toBe(midnight + 30 * hourMs)
})
