import { sql } from 'kysely'
import { presenceTimeoutMs } from '../../contract/realtime.ts'
import type { Db } from '../db/database.ts'
import type { Events } from '../realtime/events.ts'

/** A beat is written at most this often a member: well within the 60 s that decide. */
const writeEveryMs = 15_000

export interface Presence {
  /** A page of the member is open. The first beat after an absence is announced. */
  beat(memberId: string): Promise<void>
  /** Announces those whose beats have stopped; run every few seconds. */
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
  const openPages = new Map<string, number>()
  const announce = (memberId: string) =>
    context.events.publish(context.db, { type: 'presence:changed', memberId })
  return {
    beat: async (memberId) => {
      const now = context.now()
      const isNew = !seenAt.has(memberId)
      seenAt.set(memberId, now)
      if (now - (writtenAt.get(memberId) ?? 0) < writeEveryMs) return
      writtenAt.set(memberId, now)
      await context.db
        .insertInto('presence')
        .values({ member_id: memberId, seen_at: sql`now()` })
        .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ seen_at: sql`now()` }))
        .execute()
      if (isNew) await announce(memberId)
    },
    sweep: async () => {
      const gone = [...seenAt].filter(([, at]) => context.now() - at >= presenceTimeoutMs).map(([id]) => id)
      for (const memberId of gone) {
        seenAt.delete(memberId)
        writtenAt.delete(memberId)
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
