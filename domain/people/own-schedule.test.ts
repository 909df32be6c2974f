import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideSchedule } from './own-schedule.ts'
import type { Slot } from './schedule.ts'

const slot = (weekday: number, fromMinute: number, toMinute: number): Slot => ({
  weekday,
  fromMinute,
  toMinute,
})
const wrong = { refused: 'scheduleWrong' }

describe('a broadcaster’s week', () => {
  test.each([
    ['nothing', []],
    ['a night past midnight', [slot(5, 1260, 1560)]],
    ['one that ends where the next begins', [slot(1, 600, 720), slot(1, 720, 780)]],
    ['Saturday night, then Sunday', [slot(6, 1320, 1500), slot(0, 60, 120)]],
    ['a whole day', [slot(3, 0, 1440), slot(4, 0, 1440)]],
  ])('%s', (_name, slots) => {
    expect(decideSchedule(slots)).not.toEqual(wrong)
  })

  test.each([
    ['an eighth day', [slot(7, 600, 700)]],
    ['no time at all', [slot(1, 600, 600)]],
    ['backwards', [slot(1, 600, 500)]],
    ['more than a day', [slot(1, 600, 600 + 1441)]],
    ['a beginning on the day after', [slot(1, 1440, 1500)]],
    ['half a minute', [slot(1, 600.5, 700)]],
    ['the same twice', [slot(1, 600, 700), slot(1, 600, 700)]],
    ['one within another', [slot(1, 600, 900), slot(1, 650, 700)]],
    ["a night into the next day's morning", [slot(1, 1320, 1560), slot(2, 60, 180)]],
    ["Saturday night into Sunday's morning", [slot(6, 1320, 1560), slot(0, 60, 180)]],
    [
      '29 slots',
      Array.from({ length: 29 }, (_, index) =>
        slot(index % 7, 60 * Math.floor(index / 7), 60 * Math.floor(index / 7) + 30),
      ),
    ],
  ])('refuses %s', (_name, slots) => {
    expect(decideSchedule(slots)).toEqual(wrong)
  })

  test('is valid exactly when no minute of the week is in two slots, and is returned in order', () => {
    const anySlot = fc
      .record({
        weekday: fc.integer({ min: 0, max: 6 }),
        fromMinute: fc.integer({ min: 0, max: 47 }).map((half) => half * 30),
        length: fc.integer({ min: 1, max: 48 }).map((half) => half * 30),
      })
      .map(({ weekday, fromMinute, length }) => slot(weekday, fromMinute, fromMinute + length))
    fc.assert(
      fc.property(fc.array(anySlot, { maxLength: 8 }), (slots) => {
        const minutes = slots.flatMap(({ weekday, fromMinute, toMinute }) =>
          Array.from(
            { length: (toMinute - fromMinute) / 30 },
            (_, half) => (weekday * 1440 + fromMinute + half * 30) % 10_080,
          ),
        )
        const isFree = new Set(minutes).size === minutes.length
        const decided = decideSchedule(slots)
        expect(Array.isArray(decided)).toBe(isFree)
        if (!Array.isArray(decided)) return
        expect(decided).toHaveLength(slots.length)
        expect(decided).toEqual(
          slots.toSorted((one, other) => one.weekday - other.weekday || one.fromMinute - other.fromMinute),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})
