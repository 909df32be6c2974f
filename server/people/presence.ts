import { hereUntil, type Stay } from '#domain/people/presence.ts'
import type { Context } from '#server/context.ts'
import { closePagesOf, deleteOver, writeStays } from './presence-rows.ts'

/** A beat is written at most this often a member: well within the 60 s that decide. */
const writeEveryMs = 15_000

/** `left`: the page closed, or was killed. `lost`: nobody heard from it any more, or we closed it ourselves. */
export type PageEnd = 'left' | 'lost'

export interface Presence {
  /** Before the doors open: the pages of the process before this one are closed. */
  start(): Promise<void>
  /** A page of the member opened its socket, or its socket ended. */
  opened(memberId: string): Promise<void>
  closed(memberId: string, how: PageEnd): Promise<void>
  /** A page of the member is there. The first beat after an absence is written and announced; later ones wait. */
  beat(memberId: string): Promise<void>
  /** Writes the beats that wait, and announces whose time is over, at whichever node; run every few seconds. */
  sweep(): Promise<void>
  /** Whether a page of the member is connected to this process right now. */
  isHere(memberId: string): boolean
  /** After the last page was closed: all that waits is written. */
  stop(): Promise<void>
}

interface NotedStay extends Stay {
  writtenAt: number
}

/** Who is here (product.md 3, Standby), by the pages connected to this process; the table has every process's part. */
export const createPresence = (
  context: Pick<Context, 'db' | 'events' | 'now'> & { nodes: Pick<Context['nodes'], 'id'> },
): Presence => {
  const { db, events, now, nodes } = context
  const stays = new Map<string, NotedStay>()
  const waiting = new Set<string>()
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  const writeWaiting = async () => {
    const noted = [...waiting].flatMap((memberId) => {
      const stay = stays.get(memberId)
      return stay ? [{ memberId, stay }] : []
    })
    waiting.clear()
    if (noted.length === 0) return
    const at = now()
    for (const { stay } of noted) stay.writtenAt = at
    try {
      const rows = noted.map(({ memberId, stay }) => ({
        memberId,
        leftMs: hereUntil(stay) - at,
        isOpen: stay.pages > 0,
      }))
      // Written and told together: who was written alone would never be told of again.
      await db.transaction().execute(async (tx) => {
        for (const memberId of await writeStays(tx, nodes.id, rows))
          await events.publish(tx, { type: 'presence:changed', memberId })
      })
    } catch (error) {
      for (const { memberId } of noted) waiting.add(memberId)
      throw error
    }
  }
  /**
   * One after the other, each with all that waits by then: an older stay never overwrites a newer one. Who comes
   * meanwhile shares the next one, so that a database that fails is tried once for all of them.
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
  /** @returns whether he wasn't here before */
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
        for (const memberId of await deleteOver(tx))
          await events.publish(tx, { type: 'presence:changed', memberId })
      })
      for (const [memberId, stay] of stays)
        if (stay.pages === 0 && now() >= hereUntil(stay)) stays.delete(memberId)
    },
    isHere: (memberId) => (stays.get(memberId)?.pages ?? 0) > 0,
    stop: () => write(),
  }
}
