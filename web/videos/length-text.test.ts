import { expect, test } from 'vitest'
import { lengthText } from './length-text.ts'

test.each([
  [83_000, '1:23'],
  [5_480, '0:05'],
  [120, '0:01'],
  [300_000, '5:00'],
  [59_700, '1:00'],
])('%i ms are %s', (ms, text) => {
  expect(lengthText(ms)).toBe(text)
})
