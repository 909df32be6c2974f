import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimOverTabs } from './claim-over-tabs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The locks of one browser, only with `ifAvailable`. */
const browserLocks = (): LockManager => {
  const held = new Set<string>()
  const request = async (
    name: string,
    _: LockOptions,
    run: (lock: Lock | null) => Promise<unknown> | undefined,
  ) => {
    if (held.has(name)) return run(null)
    held.add(name)
    await run({ name, mode: 'exclusive' })
    held.delete(name)
  }
  return { request } as unknown as LockManager
}

test('gives a message to one tab, and each message to one tab', async () => {
  const locks = browserLocks()
  const claims = ['a', 'a', 'b', 'a'].map((id) => claimOverTabs(id, locks))
  expect(await Promise.all(claims)).toEqual([true, false, true, false])
})

test('holds for 10 s, until storage has reached the other tabs', async () => {
  const locks = browserLocks()
  await claimOverTabs('a', locks)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await claimOverTabs('a', locks)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await claimOverTabs('a', locks)).toBe(true)
})

test('lets storage alone decide where there are no locks, or where they are denied', async () => {
  const denied = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }
  expect(await claimOverTabs('a', denied as unknown as LockManager)).toBe(true)
  vi.stubGlobal('navigator', {})
  expect(await claimOverTabs('a')).toBe(true)
  vi.unstubAllGlobals()
})
