import { LRUCache } from 'lru-cache'
import { jitter } from '#server/lifecycle/jitter.ts'
import type { Event, Events } from './events.ts'

/** The longest a change could stay unnoticed if its event were lost without a lost connection; rereading 10,000 members twice a minute was a third of what P6 cost. */
const rememberedMs = 120_000
/** A change published here is committed well within this time; until then the old value isn't remembered anew. */
const settlingMs = 5_000
const membersMax = 20_000

export interface Reading<Value> {
  value: Value
  /** How long the value stays as it is when nobody changes it; 0 when it changes by itself. */
  steadyMs: number
}

export interface MemberCache<Value> {
  /** A member's value: as remembered, or as `read` finds it. */
  of(memberId: string, read: () => Promise<Reading<Value>>): Promise<Value>
  /** Drops the values that the test finds: they hold something of somebody else that has changed. */
  forgetWhere(test: (value: Value) => boolean): void
  /** Drops everything: after a lost connection to the events changes may have been missed. */
  forgetAll(): void
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
 * What members' open pages poll, in this process. It holds because whatever changes a member's value publishes an event
 * in the same transaction. A value is forgotten twice: when the change is published here, so that who was just answered
 * never reads an older one, and when the event arrives, from whichever process. What was read meanwhile isn't
 * remembered: the reading may be older than the change.
 *
 * @param touchedBy whose value an event may have changed
 */
export const createMemberCache = <Value extends object | number>(
  parts: MemberCacheParts,
  touchedBy: (event: Event) => readonly string[],
): MemberCache<Value> => {
  const remembered = new LRUCache<string, { value: Value; untilMs: number }>({ max: membersMax })
  const changes = new LRUCache<string, Change>({ max: membersMax })
  let order = 0
  let forgottenAt = 0

  const change = (event: Event, settlingUntilMs: number) => {
    for (const memberId of touchedBy(event)) {
      remembered.delete(memberId)
      order += 1
      const settling = Math.max(settlingUntilMs, changes.get(memberId)?.settlingUntilMs ?? 0)
      changes.set(memberId, { order, settlingUntilMs: settling })
    }
  }
  parts.events.onPublish((event) => change(event, parts.now() + settlingMs))
  parts.events.subscribe((event) => change(event, 0))

  const readAnew = async (memberId: string, read: () => Promise<Reading<Value>>): Promise<Value> => {
    const startedAt = order
    const { value, steadyMs } = await read()
    const last = changes.get(memberId)
    const nowMs = parts.now()
    const isOld = forgottenAt > startedAt || (last !== undefined && last.order > startedAt)
    const isSettling = last !== undefined && nowMs < last.settlingUntilMs
    const untilMs = nowMs + Math.min(steadyMs, jitter(rememberedMs))
    if (!isOld && !isSettling && steadyMs > 0) remembered.set(memberId, { value, untilMs })
    return value
  }

  return {
    of: async (memberId, read) => {
      const known = remembered.get(memberId)
      return known && parts.now() < known.untilMs ? known.value : readAnew(memberId, read)
    },
    forgetWhere: (test) => {
      for (const [memberId, { value }] of remembered.entries()) if (test(value)) remembered.delete(memberId)
      // What is being read just now may hold it as well.
      order += 1
      forgottenAt = order
    },
    forgetAll: () => {
      order += 1
      forgottenAt = order
      remembered.clear()
    },
  }
}
