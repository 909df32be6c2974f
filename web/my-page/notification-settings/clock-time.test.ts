import { expect, test } from 'vitest'
import { clockTime, minuteOf } from './clock-time.ts'

test.each([
  [0, '00:00'],
  [425, '07:05'],
  [1439, '23:59'],
])('%i minutes are %s', (minute, time) => {
  expect(clockTime(minute)).toBe(time)
  expect(minuteOf(time)).toBe(minute)
})

test('a field that is not filled is no time', () => {
  expect(minuteOf('')).toBeNull()
})
