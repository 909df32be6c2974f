import { sql } from 'kysely'
import { presenceTimeoutMs } from '../../contract/realtime.ts'
import type { Db } from '../db/database.ts'
import type { Events } from '../realtime/events.ts'

/** A beat is written at most this often a member: well within the 60 s that decide. */
const writeEveryMs = 15_000

export interface Presence {
  /** A page of the member is open. The first beat after an absence is written and announced; later ones wait. */
  beat(memberId: string): Promise<void>
  /** Writes the beats that wait, and announces those whose beats have stopped; run every few seconds. */
  sweep(): Promise<void>
  /** A page of the member opened its socket, or closed it. */
  opened(memberId: string): void
  closed(memberId: string): void
  /** Whether a page of the member is connected to this process right now. */
  isHere(memberId: string): boolean
}

/** Heartbeats of the pages connected to this process (product.md 3, Standby). */
export const createPresence = (context: { db: Db; events: Events; now: () => number }): Presence => {
  const seenAt = new Map<string, number>()
  const writtenAt = new Map<string, number>()
  const waiting = new Set<string>()
  const openPages = new Map<string, number>()
  const announce = (memberId: string) =>
    context.events.publish(context.db, { type: 'presence:changed', memberId })
  const forget = (memberId: string) => {
    seenAt.delete(memberId)
    writtenAt.delete(memberId)
    waiting.delete(memberId)
  }
  /** All in one statement: thousands of open pages beat every 20 s. In one order, so that processes don't deadlock. */
  const writeWaiting = async () => {
    const memberIds = [...waiting]
    if (memberIds.length === 0) return
    const now = context.now()
    waiting.clear()
    for (const memberId of memberIds) writtenAt.set(memberId, now)
    try {
      await write(context.db, memberIds)
    } catch (error) {
      for (const memberId of memberIds) if (seenAt.has(memberId)) waiting.add(memberId)
      throw error
    }
  }
  return {
    beat: async (memberId) => {
      const now = context.now()
      const isNew = !seenAt.has(memberId)
      seenAt.set(memberId, now)
      if (!isNew) {
        if (now - (writtenAt.get(memberId) ?? 0) >= writeEveryMs) waiting.add(memberId)
        return
      }
      writtenAt.set(memberId, now)
      try {
        await write(context.db, [memberId])
        await announce(memberId)
      } catch (error) {
        // The next beat is the first again.
        forget(memberId)
        throw error
      }
    },
    sweep: async () => {
      await writeWaiting()
      const gone = [...seenAt].filter(([, at]) => context.now() - at >= presenceTimeoutMs).map(([id]) => id)
      for (const memberId of gone) {
        forget(memberId)
        await announce(memberId)
      }
    },
    opened: (memberId) => {
      openPages.set(memberId, (openPages.get(memberId) ?? 0) + 1)
    },
    closed: (memberId) => {
      const left = (openPages.get(memberId) ?? 0) - 1
      if (left > 0) openPages.set(memberId, left)
      else openPages.delete(memberId)
    },
    isHere: (memberId) => openPages.has(memberId),
  }
}

/** A member who is gone meanwhile has no presence, and doesn't stop the others'. */
const write = async (db: Db, memberIds: string[]): Promise<void> => {
  await sql`
    INSERT INTO presence (member_id, seen_at)
    SELECT id, now() FROM member WHERE id = any(${memberIds}) ORDER BY id
    ON CONFLICT (member_id) DO UPDATE SET seen_at = excluded.seen_at`.execute(db)
}
