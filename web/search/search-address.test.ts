import { expect, test } from 'vitest'
import { type SearchFilters, searchTextMax } from '#contract/people/search.ts'
import { noFilters, readSearch, writeSearch } from './search-address.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

const everything: SearchFilters = {
  text: 'みお 猫',
  states: ['standby', 'inCall'],
  kind: 'voice',
  priceTo: 150,
  ageFrom: 20,
  ageTo: 29,
  regions: ['東京', '大阪'],
  tags: ['聞き上手', 'A,B&C'],
  ratingFrom: 4,
  isNew: true,
  sort: 'priceLow',
}

test('reads back an address that it wrote', () => {
  expect(readSearch(writeSearch(everything))).toEqual(everything)
  expect(read(writeSearch(everything).toString())).toEqual(everything)
  expect(readSearch(writeSearch(noFilters))).toEqual(noFilters)
  expect(writeSearch(noFilters).toString()).toBe('')
})

test.each<[string, Partial<SearchFilters>]>([
  ['', {}],
  ['q=', {}],
  ['q=%20%E3%80%80', {}],
  ['q=%20みお%20', { text: 'みお' }],
  ['q=%00', {}],
  [`q=${'あ'.repeat(searchTextMax + 5)}`, { text: 'あ'.repeat(searchTextMax) }],
  ['state=standby,standby,busy', { states: ['standby'] }],
  ['kind=hologram', {}],
  ['price=２００', { priceTo: 200 }],
  ['price=1', { priceTo: 50 }],
  ['price=9999', { priceTo: 1_000 }],
  ['price=-100', {}],
  ['age=20-', { ageFrom: 20 }],
  ['age=-29', { ageTo: 29 }],
  ['age=29-20', { ageFrom: 20, ageTo: 29 }],
  ['age=２０-２９', { ageFrom: 20, ageTo: 29 }],
  ['age=1-500', { ageFrom: 18, ageTo: 99 }],
  ['age=abc', {}],
  ['region=東京&region=東京&region=火星', { regions: ['東京'] }],
  ['tag=&tag=猫&tag=猫', { tags: ['猫'] }],
  ['tag=1&tag=2&tag=3&tag=4&tag=5&tag=6', { tags: ['1', '2', '3', '4', '5'] }],
  [`tag=${'あ'.repeat(41)}`, {}],
  ['rating=9', {}],
  ['rating=４', { ratingFrom: 4 }],
  ['new=true', {}],
  ['new=1', { isNew: true }],
  ['sort=random', {}],
  ['sort=newest&utm_source=mail', { sort: 'newest' }],
])('?%s', (query, filters) => {
  expect(read(query)).toEqual({ ...noFilters, ...filters })
})
