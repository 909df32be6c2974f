import { expect, it, vi } from 'vitest'
import { createStaleWhileRevalidateByName } from './stale-while-revalidate-by-name.ts'

const settings = { ttlMs: 3_000, waitTimeoutMs: 100, staleMs: 0, namesMax: 2, failed: () => undefined }

it('loads each name once, and no more names in a while than it may', async () => {
  let nowMs = 0
  const load = vi.fn(async (name: string) => name.toUpperCase())
  const kept = createStaleWhileRevalidateByName({
    ...settings,
    load,
    loads: { max: 2, windowMs: 5_000 },
    now: () => nowMs,
    clock: () => nowMs,
  })
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(kept))).toEqual(['A', 'B', 'A', null])
  expect(load).toHaveBeenCalledTimes(2)
  nowMs = 5_000
  expect(await kept('c')).toBe('C')
})

it('says which name failed', async () => {
  const failed = vi.fn()
  const load = () => Promise.reject(new Error('no database'))
  const loads = { max: 9, windowMs: 5_000 }
  const kept = createStaleWhileRevalidateByName({ ...settings, load, failed, loads, now: () => 0 })
  expect(await kept('a')).toBeNull()
  expect(failed).toHaveBeenCalledWith('a', new Error('no database'))
})
