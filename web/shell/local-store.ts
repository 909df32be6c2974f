/** Storage of the browser. Where it is closed (private mode) or full, values live as long as the page; it never throws. */
export interface KeyValueStore {
  /** @returns null without a value */
  get(key: string): string | null
  /** Null removes the key. */
  set(key: string, value: string | null): void
}

/** @param open how to reach the storage; reaching for it may throw already */
export const safeStore = (open: () => Storage): KeyValueStore => {
  const unwritten = new Map<string, string | null>()
  return {
    get: (key) => {
      const waiting = unwritten.get(key)
      if (waiting !== undefined) return waiting
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
        unwritten.delete(key)
      } catch {
        unwritten.set(key, value)
      }
    },
  }
}

export const localStore = safeStore(() => localStorage)
/** Lives as long as the tab. */
export const sessionStore = safeStore(() => sessionStorage)
