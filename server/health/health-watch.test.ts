import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHealthWatch } from './health-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Longer than a round of checks and its timeouts. */
const roundMs = 10_000

const watched = () => {
  const lines: string[] = []
  const state = { write: async () => undefined as undefined, freeBytes: 1_000 }
  const run = vi.fn<() => Promise<void>>(() => state.write())
  const watch = createHealthWatch({
    probe: { run, close: async () => undefined },
    freeDiskBytes: async () => state.freeBytes,
    freeDiskBytesMin: 500,
    log: { error: (event) => lines.push(event), info: (event) => lines.push(event) },
  })
  return { watch, state, run, lines }
}

it('detects a full disk and failing writes by itself, and logs each once', async () => {
  const { watch, state, lines } = watched()
  watch.start()
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(watch.findings()).toEqual({ isWritable: true, isDiskFree: true, freeDiskBytes: 1_000 })
  state.freeBytes = 499
  state.write = () => Promise.reject(new Error('No space left on device'))
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(watch.findings()).toEqual({ isWritable: false, isDiskFree: false, freeDiskBytes: 499 })
  expect(lines).toEqual(['database-not-writable', 'disk-full'])
  state.freeBytes = 500
  state.write = async () => undefined
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(watch.findings()).toEqual({ isWritable: true, isDiskFree: true, freeDiskBytes: 500 })
  expect(lines).toEqual(['database-not-writable', 'disk-full', 'database-writable', 'disk-free'])
  await watch.stop()
})

it('counts a hanging write as failed, and never starts a second one beside it', async () => {
  const { watch, state, run } = watched()
  const hanging = Promise.withResolvers<undefined>()
  state.write = () => hanging.promise
  watch.start()
  await vi.advanceTimersByTimeAsync(4 * roundMs)
  expect(watch.findings().isWritable).toBe(false)
  expect(run).toHaveBeenCalledTimes(1)
  state.write = async () => undefined
  hanging.resolve(undefined)
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(watch.findings().isWritable).toBe(true)
  await watch.stop()
})
