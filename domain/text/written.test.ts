import { expect, test } from 'vitest'
import { graphemeCount, isLongerThan, isUnprintable, publicText } from './written.ts'

test.each([
  ['あ', 3, false],
  ['あ'.repeat(3), 3, false],
  ['あ'.repeat(4), 3, true],
  ['👩‍👩‍👧‍👦'.repeat(3), 3, false],
  ['👩‍👩‍👧‍👦'.repeat(4), 3, true],
  ['が'.normalize('NFD').repeat(3), 3, false],
  ['あ'.repeat(1_000_000), 3, true],
])('%j is longer than %i: %s', (text, max, isLonger) => {
  expect(isLongerThan(text, max)).toBe(isLonger)
})

test('a family is one character', () => {
  expect(graphemeCount('👩‍👩‍👧‍👦です')).toBe(3)
})

test.each([
  ['ありがとう\n\tございます\r\n', false],
  ['👩‍👩‍👧‍👦', false],
  ['\u202eありがとう', false],
  ['あ\0', true],
  ['あ\u0007', true],
  ['あ\u009f', true],
  ['あ\ud83c', true],
])('%j is unprintable: %s', (text, isIt) => {
  expect(isUnprintable(text)).toBe(isIt)
})

test.each([
  ['  ありがとう \n', 'ありがとう'],
  ['一行目\r\n二行目\r三行目', '一行目\n二行目\n三行目'],
  ['\u202eありがとう\u202c', 'ありがとう'],
  ['か\u3099', 'が'],
  ['👍', '👍'],
  ['\u200b\u200d\u3000', ''],
  ['\u3164\u2800', ''],
])('%j is stored as %j', (written, stored) => {
  expect(publicText(written)).toBe(stored)
})
