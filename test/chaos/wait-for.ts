const lookEveryMs = 50

/** Looks until it is so; false when it isn't within the time. */
export const waitFor = async (
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + patienceMs
  for (;;) {
    if (await isSo()) return true
    if (performance.now() >= deadline) return false
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** People take their time; this waits for nothing else. */
export const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
