/** A tab that the system has put to sleep may keep its lock; others wait this long for it and then go without. */
const patienceMs = 15_000

/**
 * Runs while no other tab of this browser runs under the same name. Without locks (an old browser, plain http) it just
 * runs: the ids of messages alone keep them from being sent twice.
 */
export const withTabLock = async (name: string, run: () => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return run()
  let hasRun = false
  const locked = async () => {
    hasRun = true
    await run()
  }
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, locked)
  } catch (error) {
    if (hasRun) throw error
    await run()
  }
}
