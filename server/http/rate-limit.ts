import { LRUCache } from 'lru-cache'

export interface RateLimit {
  /** Counts one try of `key`; false when it is one too many. */
  admits(key: string): boolean
}

/** At most `max` tries of a key in a window, which starts with its first try and lasts `windowMs`; per process. */
export const createRateLimit = (options: { max: number; windowMs: number; now: () => number }): RateLimit => {
  const windows = new LRUCache<string, { startedAt: number; count: number }>({ max: 50_000 })
  return {
    admits: (key) => {
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
