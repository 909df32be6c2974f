import { LRUCache } from 'lru-cache'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createStaleWhileRevalidate, type StaleWhileRevalidateOptions } from './stale-while-revalidate.ts'

interface KeptByNameOptions<Value>
  extends Omit<StaleWhileRevalidateOptions<Value | null>, 'load' | 'failed'> {
  load: (name: string) => Promise<Value | null>
  failed: (name: string, error: unknown) => void
  /** Names kept at once. */
  namesMax: number
  /** Loads of all names together: visitors choose how many there are. */
  loads: { max: number; windowMs: number }
  /** Milliseconds since 1970. */
  now: () => number
}

/** Values of many names, each kept as by `createStaleWhileRevalidate`. Null as well where it would be one load too many. */
export const createStaleWhileRevalidateByName = <Value>({
  load,
  failed,
  namesMax,
  loads,
  now,
  ...times
}: KeptByNameOptions<Value>): ((name: string) => Promise<Value | null>) => {
  const limit = createRateLimit({ ...loads, now })
  const all = new LRUCache<string, () => Promise<Value | null>>({ max: namesMax })
  return (name) => {
    const kept =
      all.get(name) ??
      createStaleWhileRevalidate<Value | null>({
        ...times,
        load: async () => (limit.admits('') ? load(name) : null),
        failed: (error) => failed(name, error),
      })
    all.set(name, kept)
    return kept()
  }
}
