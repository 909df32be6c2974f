import { createSharedReads } from '#server/db/shared-reads.ts'

export interface KeptOptions<Value> {
  load: () => Promise<Value>
  /** How long a value, or a failure, is kept, in milliseconds. */
  lastsMs: number
  /** How long a page waits for a value that is being loaded, in milliseconds. */
  patienceMs: number
  failed: (error: unknown) => void
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
}

/**
 * A shared read that pages do without where it is slow: a page waits for the value as long as its patience, and gets
 * null when it comes later or failed. While a load takes longer than that, further pages don't wait at all.
 */
export const createKept = <Value>({
  load,
  lastsMs,
  patienceMs,
  failed,
  clock = () => performance.now(),
}: KeptOptions<Value>): (() => Promise<Value | null>) => {
  const reads = createSharedReads({ lastsMs, clock })
  let loadingFromMs: number | null = null

  const loadOrNull = async (): Promise<Value | null> => {
    loadingFromMs = clock()
    try {
      return await load()
    } catch (error) {
      failed(error)
      return null
    } finally {
      loadingFromMs = null
    }
  }

  return async () => {
    if (loadingFromMs !== null && clock() - loadingFromMs >= patienceMs) return null
    const { promise: given, resolve: giveUp } = Promise.withResolvers<null>()
    const timer = setTimeout(() => giveUp(null), patienceMs)
    try {
      return await Promise.race([reads.read('value', loadOrNull), given])
    } finally {
      clearTimeout(timer)
    }
  }
}
