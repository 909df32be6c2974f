const lookEveryMs = 50

/** Looks until it is so; false when it isn't within the time, or when a look itself hasn't ended by then. */
export const waitFor = async (
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number,
): Promise<boolean> => {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), patienceMs)
  const deadline = performance.now() + patienceMs
  try {
    for (;;) {
      if (await Promise.race([isSo(), late.promise])) return true
      if (performance.now() >= deadline) return false
      await pass(lookEveryMs)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects with an error that names what it waited for, unless the promise settles within the time. */
export const within = async <Result>(
  what: string,
  patienceMs: number,
  promise: PromiseLike<Result>,
): Promise<Result> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`no end within ${patienceMs / 1000} s: ${what}`)),
    patienceMs,
  )
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** People take their time; this waits for nothing else. */
export const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
