/** A suspended tab may hold its lock; other tabs wait this long for it and then go without. */
const patienceMs = 15_000

/**
 * Runs while no other tab of this browser runs under the same name. Without locks (an old browser, plain http) it just
 * runs: then only the ids of messages prevent a second send.
 * @param patience aborts the waiting
 */
export const withTabLock = async (
  name: string,
  run: () => Promise<void>,
  locks: Pick<LockManager, 'request'> | undefined = navigator.locks,
  patience = AbortSignal.timeout(patienceMs),
): Promise<void> => {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return run()
  }
  try {
    await locks?.request(name, { signal: patience }, begin)
  } catch (error) {
    if (hasBegun) throw error
  }
  if (!hasBegun) await run()
}
