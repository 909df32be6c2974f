import { LRUCache } from 'lru-cache'
import { jitter } from '#server/lifecycle/jitter.ts'
import type { Event, Events } from './events.ts'

/**
 * The longest time for which a change stays unnoticed if its event is lost without a lost connection.
 * Rereading 10,000 members twice a minute was a third of the cost of P6 (docs/benchmarks.md).
 */
const cachedMs = 120_000
/**
 * A change that is published here is committed well within this time; until then the old value isn't cached
 * again.
 */
const settlingMs = 5_000
const membersMax = 20_000

export interface Reading<Value> {
  value: Value
  /** How long the value stays valid without an event; 0 when it changes by itself. */
  steadyMs: number
}

export interface MemberCache<Value> {
  /** A member's value, from the cache or from `read`. */
  of(memberId: string, read: () => Promise<Reading<Value>>): Promise<Value>
  /** Drops the values that the test selects: they contain something of another member that has changed. */
  deleteWhere(test: (value: Value) => boolean): void
  /** Drops everything: after a lost connection to the events, changes may have been missed. */
  clear(): void
}

interface Change {
  order: number
  settlingUntilMs: number
}

export interface MemberCacheParts {
  events: Pick<Events, 'subscribe' | 'onPublish'>
  now: () => number
}

/**
 * What members' open pages poll, cached in this process. It is valid because every change of a member's value
 * publishes an event in the same transaction. A value is dropped twice: when the change is published here, so
 * that a page that was just answered never reads an older value, and when the event arrives, from whichever
 * process. A value that was read in between isn't cached: the reading may be older than the change.
 *
 * @param touchedBy the members whose value an event may have changed
 */
export const createMemberCache = <Value extends object | number>(
  parts: MemberCacheParts,
  touchedBy: (event: Event) => readonly string[],
): MemberCache<Value> => {
  const cached = new LRUCache<string, { value: Value; untilMs: number }>({ max: membersMax })
  const changes = new LRUCache<string, Change>({ max: membersMax })
  let order = 0
  let clearedAt = 0

  const change = (event: Event, settlingUntilMs: number) => {
    for (const memberId of touchedBy(event)) {
      cached.delete(memberId)
      order += 1
      const settling = Math.max(settlingUntilMs, changes.get(memberId)?.settlingUntilMs ?? 0)
      changes.set(memberId, { order, settlingUntilMs: settling })
    }
  }
  parts.events.onPublish((event) => change(event, parts.now() + settlingMs))
  parts.events.subscribe((event) => change(event, 0))

  const readUncached = async (memberId: string, read: () => Promise<Reading<Value>>): Promise<Value> => {
    const startedAt = order
    const { value, steadyMs } = await read()
    const last = changes.get(memberId)
    const nowMs = parts.now()
    const isOld = clearedAt > startedAt || (last !== undefined && last.order > startedAt)
    const isSettling = last !== undefined && nowMs < last.settlingUntilMs
    const untilMs = nowMs + Math.min(steadyMs, jitter(cachedMs))
    if (!isOld && !isSettling && steadyMs > 0) cached.set(memberId, { value, untilMs })
    return value
  }

  return {
    of: async (memberId, read) => {
      const known = cached.get(memberId)
      return known && parts.now() < known.untilMs ? known.value : readUncached(memberId, read)
    },
    deleteWhere: (test) => {
      for (const [memberId, { value }] of cached.entries()) if (test(value)) cached.delete(memberId)
      // A reading that is under way may contain it as well.
      order += 1
      clearedAt = order
    },
    clear: () => {
      order += 1
      clearedAt = order
      cached.clear()
    },
  }
}
