import { expect, it } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

const counted = () => {
  let loads = 0
  return { load: async () => (loads += 1), count: () => loads }
}

it('loads once for all who ask at once, and for all who ask while the answer lasts', async () => {
  let nowMs = 0
  const shared = createSharedReads({ lastsMs: 3_000, clock: () => nowMs })
  const { load, count } = counted()
  const answers = await Promise.all(Array.from({ length: 100 }, () => shared.read('list', load)))
  expect(new Set(answers)).toEqual(new Set([1]))
  nowMs = 2_999
  expect(await shared.read('list', load)).toBe(1)
  nowMs = 3_000
  expect(await shared.read('list', load)).toBe(2)
  expect(await shared.read('another', load)).toBe(3)
  expect(count()).toBe(3)
})

it('begins the lifetime when the answer has come', async () => {
  let nowMs = 0
  const shared = createSharedReads({ lastsMs: 3_000, clock: () => nowMs })
  const late = Promise.withResolvers<string>()
  const first = shared.read('list', () => late.promise)
  nowMs = 10_000
  const second = shared.read('list', async () => 'another')
  late.resolve('late')
  expect(await Promise.all([first, second])).toEqual(['late', 'late'])
  nowMs = 12_999
  expect(await shared.read('list', async () => 'another')).toBe('late')
})

it('keeps no failure', async () => {
  const shared = createSharedReads({ lastsMs: 3_000, clock: () => 0 })
  const failing = () => Promise.reject(new Error('gone'))
  await expect(shared.read('list', failing)).rejects.toThrow('gone')
  expect(await shared.read('list', async () => 'there')).toBe('there')
})

it('keeps a bounded number of keys', async () => {
  const shared = createSharedReads({ lastsMs: 3_000, clock: () => 0 })
  const { load, count } = counted()
  for (let key = 0; key < 300; key += 1) await shared.read(`key ${key}`, load)
  await shared.read('key 0', load)
  await shared.read('key 299', load)
  expect(count()).toBe(301)
})
