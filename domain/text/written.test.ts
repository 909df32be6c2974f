import { expect, test } from 'vitest'
import { composed, graphemeCount, isLongerThan, isUnprintable, publicText } from './written.ts'

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

test('a family emoji is one character', () => {
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

const acute = '\u0301'

test.each([
  ['one letter under many marks', `a${acute.repeat(5_000)}`, `á${acute.repeat(5)}`],
  ['many with joiners between them', `b${`${acute}\u200d`.repeat(5_000)}`, `b${`${acute}\u200d`.repeat(6)}`],
  ['half-width voicing marks', `ｱ${'ﾞ'.repeat(5_000)}`, `ｱ${'ﾞ'.repeat(6)}`],
])('%s keeps a few marks', (_story, written, stored) => {
  expect(composed(written)).toBe(stored)
})

test.each([
  ['Vietnamese, in pieces', 'Tiếng Việt'.normalize('NFD')],
  ['Thai', 'ก็ที่นี่'],
  ['Burmese', 'လျှော့ကြောင့်'],
  ['Hindi', 'क्षत्रियों'],
  ['Hebrew with points', 'שַׁבָּת שָׁלוֹם'],
  ['Tibetan', 'བསྒྲུབས'],
  ['half-width kana', 'ｶﾞｷﾞｸﾞｹﾞｺﾞ'],
  ['emoji', '❤️‍🔥👩🏽‍🚀1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
])('%s stays as it is', (_story, written) => {
  expect(composed(written)).toBe(written.normalize('NFC'))
})

test('a text full of marks costs no more than any other of its length', () => {
  // Marks in descending order: normal form has to sort them, which takes seconds for so many.
  const marks = '\u0301\u0323'.repeat(50_000)
  // Of this thread: a busy machine takes the processor away, and not the time that the text needs.
  const before = process.threadCpuUsage()
  composed(`a${marks}`)
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
