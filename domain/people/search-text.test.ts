import { expect, test } from 'vitest'
import { searchTextMax } from '#contract/people/search.ts'
import { foldSearchText, searchGrams, searchWords, unverifiedTexts } from './search-text.ts'

test.each([
  ['ﾐｵ', 'みお'],
  ['ミオ', 'みお'],
  ['みお', 'みお'],
  ['ｶﾞｰﾙｽﾞ', 'がーるず'],
  ['ヴァイオリン', 'ゔぁいおりん'],
  ['ＡＢＣ', 'abc'],
  ['Abc', 'abc'],
  ['①', '1'],
  ['㍿', '株式会社'],
  ['ÉLODIE', 'élodie'],
  ['癒やし系', '癒やし系'],
])('%s is found as %s', (typed, folded) => {
  expect(foldSearchText(typed)).toBe(folded)
})

test.each([
  ['', []],
  ['　 \n\t', []],
  ['  ミオ　猫  ', ['みお', '猫']],
  ['猫 ネコ ﾈｺ ねこ 猫', ['猫', 'ねこ']],
  ['a\0b', ['a', 'b']],
  ['\u200b猫\u200b', ['猫']],
  ['a%_\\b', ['a%_\\b']],
])('%j: words %j', (typed, words) => {
  expect(searchWords(typed)).toEqual(words)
})

test('a text that is too long is cut between characters', () => {
  expect(searchWords('🏮'.repeat(searchTextMax + 1))).toEqual(['🏮'.repeat(searchTextMax)])
})

test('the index is searched for pairs, and for a single character', () => {
  const [kiku, jo, zu] = [...'聞き上'].map((sign) => sign.codePointAt(0) ?? 0) as [number, number, number]
  expect(searchGrams(['聞き上'])).toEqual([kiku * 2 ** 21 + jo, jo * 2 ** 21 + zu])
  expect(searchGrams(['海', '海'])).toEqual([0x6d77])
  expect(searchGrams(['🏮🏮'])).toEqual([0x1f3ee * 2 ** 21 + 0x1f3ee])
  expect(
    searchGrams(searchWords('あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほ')),
  ).toHaveLength(24)
})

test('the index proves a single character and a pair, but not a longer word', () => {
  expect(unverifiedTexts(['海', '🏮🏮', 'みお', '聞き上手'])).toEqual(['聞き上手'])
  // There are more pairs than are searched for, so every word has to be verified.
  const many = searchWords('みお abcdefghijklmnopqrstuvwxyz')
  expect(unverifiedTexts(many)).toEqual(many)
})
