import { expect, it } from 'vitest'
import {
  allBytesMax,
  boundedLists,
  firstPageOf,
  isKept,
  type KeptList,
  keptListMs,
  listBytesMax,
} from './kept-lists.ts'

const me = '20000001'
const nowMs = Date.UTC(2026, 10, 24, 12, 40)
const bounds = { memberId: me, sinceMs: 0, nowMs }
const search = (text: string) => ['people', 'search', { text }, me]
const list = (key: readonly unknown[], atMs = nowMs, data: unknown = []): KeptList => ({ key, data, atMs })

it.each([
  [['account', 'me']],
  [['people', 'conversations', me]],
  [['people', 'list', 'standby', 60, me]],
  [['people', 'list', 'favourites', 20, me]],
  [['people', 'favourites', me]],
  [search('声')],
  [['people', 'live-rooms', 'list', me]],
  [['people', 'timeline', 'pages', 'feed', 'all', me]],
  [['gallery', 'list', { list: 'newest' }, me]],
])('keeps %j', (key) => {
  expect(isKept(key, me)).toBe(true)
})

it.each([
  // Money, addresses, documents and what names them.
  [['points', 'balance']],
  [['points', 'wallet']],
  [['earnings', 'summary', me]],
  [['purchase', 'orders']],
  [['calls', 'receipts']],
  [['market', 'own', me]],
  [['applications', me]],
  [['account', 'address']],
  [['account', 'phone']],
  [['notifications', 'newest']],
  [['studio', 'home']],
  [['operator', 'members', me]],
  // Profiles and conversations.
  [['people', 'profile', '10000001', me]],
  [['people', 'partner', '10000001', me]],
  [['people', 'timeline', 'post', '1']],
  [['people', 'timeline', 'pages', 'member', '10000001', me]],
  [['people', 'list', 'shown', ':r1:']],
  [['account', 'me', 'more']],
  // What the member bought or likes.
  [['gallery', 'list', { list: 'purchased' }, me]],
  [['gallery', 'list', { list: 'newest', broadcasterId: '10000001' }, me]],
  [['gallery', 'item', '1', me]],
])('never keeps %j', (key) => {
  expect(isKept(key, me)).toBe(false)
})

it('keeps nothing of a visitor or of another member', () => {
  expect(isKept(['people', 'list', 'standby', 60, null], me)).toBe(false)
  expect(isKept(['people', 'list', 'standby', 60, '20000002'], me)).toBe(false)
})

it('keeps the first page of a list, and other answers whole', () => {
  expect(firstPageOf({ pages: [1, 2], pageParams: [null, 'a'] })).toEqual({ pages: [1], pageParams: [null] })
  expect(firstPageOf({ users: [1, 2] })).toEqual({ users: [1, 2] })
  expect(firstPageOf([1, 2])).toEqual([1, 2])
})

it('keeps the latest list of each kind', () => {
  const kept = boundedLists([list(search('あ'), nowMs - 2), list(search('い'), nowMs - 1)], bounds)
  expect(kept.map(({ key }) => key)).toEqual([search('い')])
})

it.each([
  ['as long as it may', { atMs: nowMs - keptListMs + 1 }, 1],
  ['no longer', { atMs: nowMs - keptListMs }, 0],
  ['nothing from before a block', { atMs: nowMs - 1_000, sinceMs: nowMs - 999 }, 0],
  ['nothing that comes from the future', { atMs: nowMs + 61_000 }, 0],
])('keeps a list %s', (_, { atMs, sinceMs = 0 }: { atMs: number; sinceMs?: number }, count) => {
  expect(boundedLists([list(search(''), atMs)], { ...bounds, sinceMs })).toHaveLength(count)
})

it('keeps no list that is too large, and no more than fits in all', () => {
  const large = 'あ'.repeat(listBytesMax / 3)
  expect(boundedLists([list(search(''), nowMs, large)], bounds)).toEqual([])
  const half = 'あ'.repeat(listBytesMax / 3 - 100)
  const homes = ['standby', 'live', 'recommended', 'newcomers', 'popular'].map((name) =>
    list(['people', 'list', name, 20, me], nowMs, half),
  )
  const kept = boundedLists(homes, bounds)
  expect(kept).toHaveLength(4)
  expect(new TextEncoder().encode(JSON.stringify(kept)).length).toBeLessThanOrEqual(allBytesMax)
})
