import { createSharedReads } from '#server/db/shared-reads.ts'

export interface StaleWhileRevalidateOptions<Value> {
  load: () => Promise<Value>
  /** How long a value, or a failure, is kept, in milliseconds. */
  ttlMs: number
  /** How long a page waits for a value that is being loaded, in milliseconds. */
  waitTimeoutMs: number
  /** Until it is this old, in milliseconds, the last value is given where a newer one is slow or fails. */
  staleMs: number
  failed: (error: unknown) => void
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
}

/**
 * A shared read that pages do without where it is slow: a page waits for the value as long as its patience, and gets the
 * last one, or null, when it comes later or failed. While a load takes longer than that, further pages don't wait at all.
 */
export const createStaleWhileRevalidate = <Value>({
  load,
  ttlMs: lastsMs,
  waitTimeoutMs: patienceMs,
  staleMs,
  failed,
  clock = () => performance.now(),
}: StaleWhileRevalidateOptions<Value>): (() => Promise<Value | null>) => {
  const reads = createSharedReads({ lastsMs, clock })
  let loadingFromMs: number | null = null
  let last: { value: Value; fromMs: number } | null = null

  const lastOrNull = (): Value | null => (last && clock() - last.fromMs < staleMs ? last.value : null)

  /** @returns null when it failed */
  const loaded = async (): Promise<{ value: Value } | null> => {
    const fromMs = clock()
    loadingFromMs = fromMs
    try {
      last = { value: await load(), fromMs }
      return last
    } catch (error) {
      failed(error)
      return null
    } finally {
      loadingFromMs = null
    }
  }

  return async () => {
    if (loadingFromMs !== null && clock() - loadingFromMs >= patienceMs) return lastOrNull()
    const { promise: given, resolve: giveUp } = Promise.withResolvers<null>()
    const timer = setTimeout(() => giveUp(null), patienceMs)
    try {
      const newest = await Promise.race([reads.read('value', loaded), given])
      return newest ? newest.value : lastOrNull()
    } finally {
      clearTimeout(timer)
    }
  }
}
