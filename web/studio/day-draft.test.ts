import { describe, expect, test } from 'vitest'
import {
  endLabel,
  movedTo,
  nextStretch,
  offeredEnds,
  offeredStarts,
  stretchesOf,
  weekProblem,
  weekWith,
} from './day-draft.ts'

const night = { fromMinute: 1260, toMinute: 1440 }
const slot = (weekday: number, fromMinute: number, toMinute: number) => ({ weekday, fromMinute, toMinute })

describe('a new stretch', () => {
  test.each([
    ['the evening of an empty day', [], night],
    [
      'two hours after the evening',
      [{ fromMinute: 1200, toMinute: 1380 }],
      { fromMinute: 1380, toMinute: 1500 },
    ],
    ['before it when it ends at midnight', [night], { fromMinute: 1140, toMinute: 1260 }],
    ['nothing on a full day', [{ fromMinute: 0, toMinute: 1440 }], null],
  ])('%s', (_name, stretches, expected) => {
    expect(nextStretch(stretches)).toEqual(expected)
  })
})

test('offers times by the half hour, and the present one', () => {
  expect(offeredStarts(night)).toHaveLength(48)
  expect(offeredEnds(night).slice(0, 2)).toEqual([1290, 1320])
  expect(offeredEnds(night).at(-1)).toBe(2700)
  expect(offeredStarts({ fromMinute: 1275, toMinute: 1300 })).toContain(1275)
})

test('keeps the length when the start moves', () => {
  expect(movedTo(night, 600)).toEqual({ fromMinute: 600, toMinute: 780 })
})

test.each([
  [1320, '22時'],
  [1440, '24時'],
  [1530, '翌1時半'],
])('it ends at %i: %s', (minute, label) => {
  expect(endLabel(minute)).toBe(label)
})

test('a day is copied over others, whose own stretches go', () => {
  const week = [slot(1, 600, 720), slot(2, 600, 720), slot(5, 1260, 1440)]
  const copied = weekWith(week, [5, 2], [night])
  expect(stretchesOf(copied, 2)).toEqual([night])
  expect(stretchesOf(copied, 5)).toEqual([night])
  expect(stretchesOf(copied, 1)).toEqual([{ fromMinute: 600, toMinute: 720 }])
  expect(weekWith(week, [1], [])).toEqual([slot(2, 600, 720), slot(5, 1260, 1440)])
})

test('reports a fault of the week on the day it begins on', () => {
  expect(weekProblem([slot(5, 1260, 1440)])).toBeNull()
  expect(weekProblem([slot(6, 1320, 1560), slot(0, 60, 120)])).toBe(
    '土曜日の22時からの予定が、次の予定と重なっています。',
  )
  const many = Array.from({ length: 29 }, (_, index) =>
    slot(index % 7, 60 * Math.floor(index / 7), 60 * Math.floor(index / 7) + 30),
  )
  expect(weekProblem(many)).toBe('予定は1週間に28件までです。')
})
