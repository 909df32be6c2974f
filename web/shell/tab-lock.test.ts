import { expect, test } from 'vitest'
import { withTabLock } from './tab-lock.ts'

/** The browser's locks with one name: granted when free, or refused when the patience ends. */
const fakeLocks = (isFree: boolean): Pick<LockManager, 'request'> =>
  ({
    request: (_: string, options: LockOptions, callback: LockGrantedCallback<unknown>) =>
      isFree
        ? Promise.resolve(callback(null))
        : new Promise((_resolve, reject) => {
            options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
          }),
  }) as unknown as Pick<LockManager, 'request'>

test.each([
  ['with the lock', fakeLocks(true)],
  ['when another tab keeps it for too long', fakeLocks(false)],
  ['in a browser without locks', undefined],
])('runs the task once %s', async (_, locks) => {
  let runs = 0
  const count = async () => {
    runs += 1
  }
  await withTabLock('name', count, locks, AbortSignal.timeout(1))
  expect(runs).toBe(1)
})

test('it waits while another tab has the lock', async () => {
  const patience = new AbortController()
  let hasRun = false
  const run = async () => {
    hasRun = true
  }
  const done = withTabLock('name', run, fakeLocks(false), patience.signal)
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasRun).toBe(false)
  patience.abort()
  await done
  expect(hasRun).toBe(true)
})

test('does not run a failed task again without the lock', async () => {
  let runs = 0
  const failing = async () => {
    runs += 1
    throw new Error('a bug')
  }
  await expect(withTabLock('name', failing, fakeLocks(true))).rejects.toThrow('a bug')
  expect(runs).toBe(1)
})
