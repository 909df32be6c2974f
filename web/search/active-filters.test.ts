import { expect, test } from 'vitest'
import type { SearchFilters } from '#contract/people/search.ts'
import { activeFilters, ageText, toggled, withKind, withNumber, withoutFilters } from './active-filters.ts'
import { noFilters, writeSearch } from './search-address.ts'

const all: SearchFilters = {
  text: 'みお',
  states: ['standby'],
  kind: 'video',
  priceTo: 150,
  ageFrom: 20,
  ageTo: 29,
  regions: ['東京', '大阪'],
  tags: ['猫'],
  ratingFrom: 4,
  isNew: true,
  sort: 'rating',
}

test('every filter is named, and each can be taken away alone', () => {
  const active = activeFilters(all)
  expect(active.map(({ label }) => label)).toEqual([
    '待機中',
    'ビデオ',
    '150pt/分まで',
    '新しい人',
    '20〜29歳',
    '評価4以上',
    '東京',
    '大阪',
    '#猫',
  ])
  for (const { key, without } of active) {
    const left = activeFilters(without).map((filter) => filter.key)
    expect(left).toEqual(active.map((filter) => filter.key).filter((other) => other !== key))
    expect(without).toMatchObject({ text: 'みお', sort: 'rating' })
  }
  expect(writeSearch(withoutFilters(all)).toString()).toBe(
    writeSearch({ ...noFilters, text: 'みお', sort: 'rating' }).toString(),
  )
})

test.each([
  [{ ageFrom: 20 }, '20歳から'],
  [{ ageTo: 29 }, '29歳まで'],
  [{ ageFrom: 20, ageTo: 20 }, '20歳'],
])('%o: %s', (ages, text) => {
  expect(ageText(ages)).toBe(text)
})

test('a choice is made and taken back', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  expect(withKind(noFilters, 'voice').kind).toBe('voice')
  expect(withKind(all, 'voice').kind).toBe('voice')
  expect('kind' in withKind(all, 'video')).toBe(false)
  expect('ageFrom' in withNumber(all, 'ageFrom', undefined)).toBe(false)
  expect(withNumber(all, 'ratingFrom', 5).ratingFrom).toBe(5)
})
