interface KeptOptions<Value> {
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
 * A value that many pages share for a moment. It is loaded once at a time; a page waits for it as long as its patience,
 * and gets null when it comes later or failed. While a load takes longer than that, further pages don't wait at all.
 */
export const createKept = <Value>({
  load,
  lastsMs,
  patienceMs,
  failed,
  clock = () => performance.now(),
}: KeptOptions<Value>): (() => Promise<Value | null>) => {
  let kept: { value: Value | null; untilMs: number } | null = null
  let loading: { done: Promise<Value | null>; fromMs: number } | null = null

  const begin = (): Promise<Value | null> => {
    const done = load()
      .catch((error: unknown) => {
        failed(error)
        return null
      })
      .then((value) => {
        kept = { value, untilMs: clock() + lastsMs }
        loading = null
        return value
      })
    loading = { done, fromMs: clock() }
    return done
  }

  return async () => {
    if (kept && clock() < kept.untilMs) return kept.value
    if (loading && clock() - loading.fromMs >= patienceMs) return null
    const done = loading?.done ?? begin()
    const { promise: given, resolve: giveUp } = Promise.withResolvers<null>()
    const timer = setTimeout(() => giveUp(null), patienceMs)
    try {
      return await Promise.race([done, given])
    } finally {
      clearTimeout(timer)
    }
  }
}
