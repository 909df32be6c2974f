import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStaleWhileRevalidate } from './stale-while-revalidate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const times = { ttlMs: 3_000, waitTimeoutMs: 100, staleMs: 15_000 }

it('loads once for all pages of a moment, and anew afterwards', async () => {
  let loads = 0
  const kept = createStaleWhileRevalidate({ ...times, load: async () => ++loads, failed: () => undefined })
  expect(await Promise.all([kept(), kept(), kept()])).toEqual([1, 1, 1])
  vi.advanceTimersByTime(2_999)
  expect(await kept()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await kept()).toBe(2)
})

it('waits no longer than its patience for a slow database, and not at all behind a page that has', async () => {
  const slow = Promise.withResolvers<string>()
  let loads = 0
  const kept = createStaleWhileRevalidate({
    ...times,
    load: () => {
      loads += 1
      return slow.promise
    },
    failed: () => undefined,
  })
  const first = kept()
  await vi.advanceTimersByTimeAsync(100)
  expect(await first).toBeNull()
  expect(await kept()).toBeNull()
  slow.resolve('late')
  await vi.advanceTimersByTimeAsync(0)
  expect(await kept()).toBe('late')
  expect(loads).toBe(1)
})

it('goes without for a while after a failure', async () => {
  const failed = vi.fn()
  const load = vi.fn(() => Promise.reject(new Error('no database')))
  const kept = createStaleWhileRevalidate({ ...times, load, failed })
  expect(await kept()).toBeNull()
  expect(await kept()).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
  expect(failed).toHaveBeenCalledTimes(1)
})

it('gives the last value where a newer one is slow or fails, until that is too old', async () => {
  const slow = Promise.withResolvers<string>()
  const loads = [async () => 'first', () => slow.promise, () => Promise.reject(new Error('no database'))]
  const failed = vi.fn()
  const kept = createStaleWhileRevalidate({
    ...times,
    load: () => loads.shift()?.() ?? Promise.reject(new Error('gone')),
    failed,
  })
  expect(await kept()).toBe('first')
  vi.advanceTimersByTime(3_000)
  const second = kept()
  await vi.advanceTimersByTimeAsync(100)
  expect([await second, await kept()]).toEqual(['first', 'first'])
  slow.resolve('second')
  await vi.advanceTimersByTimeAsync(0)
  expect(await kept()).toBe('second')
  vi.advanceTimersByTime(3_000)
  expect(await kept()).toBe('second')
  expect(failed).toHaveBeenCalledTimes(1)
  // As old as the beginning of its load: 15 s after that it is given no more, also within the time of a kept failure.
  vi.advanceTimersByTime(11_899)
  expect(await kept()).toBe('second')
  vi.advanceTimersByTime(1)
  expect(await kept()).toBeNull()
})

it('gives no last value of what is gone', async () => {
  const loads = ['there', null]
  const kept = createStaleWhileRevalidate({
    ...times,
    load: async () => loads.shift() ?? null,
    failed: () => undefined,
  })
  expect(await kept()).toBe('there')
  vi.advanceTimersByTime(3_000)
  expect(await kept()).toBeNull()
})
