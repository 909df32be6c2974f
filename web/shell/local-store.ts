/** Storage of the browser as far as it is there: closed (private mode) or full, it keeps nothing and never throws. */
export interface KeyValueStore {
  /** @returns null when nothing is kept */
  get(key: string): string | null
  /** Null forgets the key. */
  set(key: string, value: string | null): void
}

/** @param open how to reach the storage; reaching for it may throw already */
export const safeStore = (open: () => Storage): KeyValueStore => ({
  get: (key) => {
    try {
      return open().getItem(key)
    } catch {
      return null
    }
  },
  set: (key, value) => {
    try {
      if (value === null) open().removeItem(key)
      else open().setItem(key, value)
    } catch {
      // Nothing is lost but the memory of it.
    }
  },
})

export const localStore = safeStore(() => localStorage)
