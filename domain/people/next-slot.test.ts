import { expect, it } from 'vitest'
import { nextSlotLabel, nextSlotStart } from './next-slot.ts'

const at = (text: string) => Date.parse(`${text}+09:00`)
const evening = { fromMinute: 21 * 60, toMinute: 25 * 60 }
/** A Sunday. */
const sunday = '2026-11-22T'

it.each([
  [{ weekday: 0, ...evening }, '20:59', '今夜 21:00〜'],
  // It has begun: the next one is a week ahead.
  [{ weekday: 0, ...evening }, '21:00', '日曜 21:00〜'],
  [{ weekday: 0, fromMinute: 15 * 60 + 30, toMinute: 16 * 60 }, '09:00', '今日 15:30〜'],
  [{ weekday: 1, fromMinute: 5, toMinute: 60 }, '23:59', '明日 0:05〜'],
  [{ weekday: 3, ...evening }, '09:00', '水曜 21:00〜'],
])('%o at %s: %s', (slot, clock, label) => {
  const now = at(`${sunday}${clock}`)
  const start = nextSlotStart([slot], now)
  expect(start !== null && nextSlotLabel(start, now)).toBe(label)
})

it('takes the earliest of several, and none without a plan', () => {
  const slots = [
    { weekday: 2, ...evening },
    { weekday: 1, ...evening },
  ]
  expect(nextSlotStart(slots, at(`${sunday}12:00`))).toBe(at('2026-11-23T21:00'))
  expect(nextSlotStart([], at(`${sunday}12:00`))).toBeNull()
})
