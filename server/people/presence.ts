import { hereUntil, type Stay } from '#domain/people/presence.ts'
import type { Context } from '#server/context.ts'
import { closePagesOf, deleteExpiredLeases, writeLeases } from './presence-rows.ts'

/** A beat is written at most this often per member: well within the 60 s that decide. */
const writeEveryMs = 15_000

/** `left`: the page closed, or was killed. `lost`: it fell silent, or we closed it ourselves. */
type PageEnd = 'left' | 'lost'

export interface Presence {
  /** Before the server listens: closes the pages of the process before this one. */
  start(): Promise<void>
  /** A page of the member opened its socket, or its socket ended. */
  opened(memberId: string): Promise<void>
  closed(memberId: string, how: PageEnd): Promise<void>
  /**
   * A page of the member is present. The first beat after an absence is written and published; later ones are
   * queued.
   */
  beat(memberId: string): Promise<void>
  /**
   * Writes the queued beats, and publishes whose presence has expired, at any node; run every few seconds.
   */
  sweep(): Promise<void>
  /** Whether a page of the member is connected to this process right now. */
  isHere(memberId: string): boolean
  /** After the last page was closed: writes everything that is queued. */
  stop(): Promise<void>
}

interface PendingStay extends Stay {
  writtenAt: number
}

/**
 * Who is present (product.md 3.18), by the pages connected to this process; the table has the part of every
 * process.
 */
export const createPresence = (
  context: Pick<Context, 'db' | 'events' | 'now'> & { nodes: Pick<Context['nodes'], 'id'> },
): Presence => {
  const { db, events, now, nodes } = context
  const stays = new Map<string, PendingStay>()
  const waiting = new Set<string>()
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  const writeWaiting = async () => {
    const pending = [...waiting].flatMap((memberId) => {
      const stay = stays.get(memberId)
      return stay ? [{ memberId, stay }] : []
    })
    waiting.clear()
    if (pending.length === 0) return
    const at = now()
    for (const { stay } of pending) stay.writtenAt = at
    try {
      const rows = pending.map(({ memberId, stay }) => ({
        memberId,
        leftMs: hereUntil(stay) - at,
        isOpen: stay.pages > 0,
      }))
      // Written and published together: a member who was written alone would never be published again.
      await db.transaction().execute(async (tx) => {
        for (const memberId of await writeLeases(tx, nodes.id, rows))
          await events.publish(tx, { type: 'presence:changed', memberId })
      })
    } catch (error) {
      for (const { memberId } of pending) waiting.add(memberId)
      throw error
    }
  }
  /**
   * One write at a time, each with everything queued by then: an older stay never overwrites a newer one.
   * Members who arrive meanwhile share the next write, so that a failing database gets one attempt for all of
   * them.
   */
  const write = (memberId?: string): Promise<void> => {
    if (memberId !== undefined) waiting.add(memberId)
    if (next) return next
    next = writing
      .catch(() => undefined)
      .then(() => {
        next = null
        return writeWaiting()
      })
    writing = next
    return next
  }
  /** @returns whether the member wasn't present before */
  const see = (memberId: string, openedPages: number): boolean => {
    const at = now()
    const known = stays.get(memberId)
    const isFirstPage = openedPages > 0 && known?.pages === 0
    const isBack = known === undefined || at >= hereUntil(known) || isFirstPage
    stays.set(memberId, {
      pages: (known?.pages ?? 0) + openedPages,
      seenAt: at,
      leftAt: null,
      writtenAt: known?.writtenAt ?? at,
    })
    if (!isBack && at - (known?.writtenAt ?? at) >= writeEveryMs) waiting.add(memberId)
    return isBack
  }

  return {
    start: () => closePagesOf(db, nodes.id),
    opened: async (memberId) => {
      if (see(memberId, 1)) await write(memberId)
    },
    closed: async (memberId, how) => {
      const stay = stays.get(memberId)
      if (!stay) return
      stay.pages -= 1
      if (stay.pages > 0) return
      if (how === 'left') stay.leftAt = now()
      await write(memberId)
    },
    beat: async (memberId) => {
      if (see(memberId, 0)) await write(memberId)
    },
    sweep: async () => {
      await write()
      await db.transaction().execute(async (tx) => {
        for (const memberId of await deleteExpiredLeases(tx))
          await events.publish(tx, { type: 'presence:changed', memberId })
      })
      for (const [memberId, stay] of stays)
        if (stay.pages === 0 && now() >= hereUntil(stay)) stays.delete(memberId)
    },
    isHere: (memberId) => (stays.get(memberId)?.pages ?? 0) > 0,
    stop: () => write(),
  }
}
