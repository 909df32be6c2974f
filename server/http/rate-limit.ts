import { LRUCache } from 'lru-cache'

export interface RateLimit {
  /** Counts one try of `key`; false when it is one too many. */
  admits(key: string): boolean
}

interface Window {
  startedAt: number
  count: number
}

/** At most `max` tries of a key in a window, which starts with its first try and lasts `windowMs`; per process. */
export const createRateLimit = (options: { max: number; windowMs: number; now: () => number }): RateLimit => {
  // Making it takes a megabyte and some milliseconds, and a process has many limits, most of them never asked.
  let windows: LRUCache<string, Window> | undefined
  return {
    admits: (key) => {
      windows ??= new LRUCache({ max: 50_000 })
      const now = options.now()
      const window = windows.get(key)
      if (!window || now - window.startedAt >= options.windowMs) {
        windows.set(key, { startedAt: now, count: 1 })
        return true
      }
      window.count += 1
      return window.count <= options.max
    },
  }
}
