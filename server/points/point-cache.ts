import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import type { Event, Events } from '../realtime/events.ts'

/** The longest a change could stay unnoticed if its event were lost. */
const rememberedMs = 30_000
/** A change published here is committed well within this time; until then the old balance isn't remembered anew. */
const settlingMs = 5_000
const membersMax = 20_000

export interface ReadPoint {
  point: number
  /** How long the balance stays as it is when nobody moves points; 0 when it moves by itself. */
  steadyMs: number
}

export interface PointCache {
  /** A member's balance: as remembered, or as `read` finds it. */
  of(memberId: string, read: () => Promise<ReadPoint>): Promise<number>
  /** Drops everything: after a lost connection to the events changes may have been missed. */
  forgetAll(): void
}

interface Change {
  order: number
  settlingUntilMs: number
}

/** Whose balance an event may have changed. Seats count: in a call a balance moves by itself. */
const touchedBy = (event: Event): readonly string[] => {
  if (event.type === 'point:changed') return [event.memberId]
  return event.type === 'call:changed' ? event.memberIds : []
}

/**
 * Balances in this process, for the polls of open pages. It holds because whatever moves a member's points publishes
 * `point:changed` in the same transaction. A balance is forgotten twice: when the change is published here, so that
 * who was just answered never reads an older balance, and when the event arrives, from whichever process. What was
 * read meanwhile isn't remembered: the reading may be older than the change.
 */
export const createPointCache = (parts: {
  events: Pick<Events, 'subscribe' | 'onPublish'>
  now: () => number
}): PointCache => {
  const remembered = new LRUCache<string, { point: number; untilMs: number }>({ max: membersMax })
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

  const readAnew = async (memberId: string, read: () => Promise<ReadPoint>): Promise<number> => {
    const startedAt = order
    const { point, steadyMs } = await read()
    const last = changes.get(memberId)
    const nowMs = parts.now()
    const isOld = forgottenAt > startedAt || (last !== undefined && last.order > startedAt)
    const isSettling = last !== undefined && nowMs < last.settlingUntilMs
    const untilMs = nowMs + Math.min(steadyMs, rememberedMs)
    if (!isOld && !isSettling && steadyMs > 0) remembered.set(memberId, { point, untilMs })
    return point
  }

  return {
    of: async (memberId, read) => {
      const known = remembered.get(memberId)
      return known && parts.now() < known.untilMs ? known.point : readAnew(memberId, read)
    },
    forgetAll: () => {
      order += 1
      forgottenAt = order
      remembered.clear()
    },
  }
}

/** Until a member's next points expire, in milliseconds of the database's clock; 0 when some are overdue. */
export const msUntilExpiry = async (db: Db, memberId: string): Promise<number> => {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from next_expiry_at - now()) * 1000)::float8 as ms
    from account where kind = 'wallet' and owner_id = ${memberId}`.execute(db)
  // Without an expiry there is nothing that could expire: an empty wallet.
  return Math.max(0, rows[0]?.ms ?? Number.POSITIVE_INFINITY)
}
