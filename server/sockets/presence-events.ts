import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { statesOf } from '#server/people/states.ts'
import { isAnyoneIn, memberRoom, presenceSocketRoom, type Sockets } from '#server/realtime/socket-rooms.ts'

/** A ring and its end change a state several times; nobody needs to see each change at once. */
const gatherMs = 100
/**
 * States in one batch, each to every page that shows the broadcaster; rings get their turn between batches.
 */
const batchMax = 20

export interface PresenceEvents {
  /** The member's state may have changed. */
  queue(memberId: string): void
  stop(): void
}

/** Sends states to the member's own pages and to those that show the member, the newest state only. */
export const createPresenceEvents = (context: Context, io: Sockets): PresenceEvents => {
  const waiting = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  const roomsOf = (memberId: string) =>
    [presenceSocketRoom(memberId), memberRoom(memberId)].filter((room) => isAnyoneIn(io, room))

  const sendWaiting = async (): Promise<void> => {
    const memberIds = [...waiting].filter((memberId) => roomsOf(memberId).length > 0)
    waiting.clear()
    for (const [index, change] of (await statesOf(context.db, memberIds)).entries()) {
      const rooms = roomsOf(change.userId)
      if (rooms.length > 0) io.to(rooms).volatile.emit('presence:changed', change)
      if (index % batchMax === batchMax - 1) await nextTurn()
    }
  }
  return {
    queue: (memberId) => {
      waiting.add(memberId)
      gathering ??= setTimeout(() => {
        gathering = undefined
        // One after the other, so that no page shows an older state after a newer one.
        sending = sending
          .then(sendWaiting)
          .catch((error: unknown) => context.log.error('presence-not-told', { error }))
      }, gatherMs)
    },
    stop: () => {
      clearTimeout(gathering)
      waiting.clear()
    },
  }
}
