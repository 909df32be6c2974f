import { expect, test } from 'vitest'
import { lengthText, placeText } from './length-text.ts'

test.each([
  [83_000, '1:23'],
  [5_480, '0:05'],
  [120, '0:01'],
  [300_000, '5:00'],
  [59_700, '1:00'],
])('%i ms are %s', (ms, text) => {
  expect(lengthText(ms)).toBe(text)
})

test('a place is the second that has begun', () => {
  expect([0, 59.9, 60, 299.99].map(placeText)).toEqual(['0:00', '0:59', '1:00', '4:59'])
})
