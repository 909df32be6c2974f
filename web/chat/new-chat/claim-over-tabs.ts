/** Long enough for what one tab writes into storage to be visible to the others. */
const heldMs = 10_000

/**
 * True for one tab of this browser: storage reaches other tabs with a delay, a lock doesn't. Without locks
 * (pages without TLS) storage alone decides.
 */
export const claimOverTabs = (
  chatId: string,
  locks: LockManager | undefined = navigator.locks as LockManager | undefined,
): Promise<boolean> => {
  if (!locks) return Promise.resolve(true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const held = locks.request(`new-chat:${chatId}`, { ifAvailable: true }, (lock) => {
    resolve(lock !== null)
    return lock ? new Promise<void>((release) => setTimeout(release, heldMs)) : undefined
  })
  // A page that may not request locks relies on storage.
  held.catch(() => resolve(true))
  return promise
}
