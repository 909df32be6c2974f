import type { Context } from '#server/context.ts'
import { crowdOf } from '#server/live/queries.ts'
import { findRoom } from '#server/live/room-record.ts'
import { emitToMany } from '#server/realtime/emit-to-many.ts'
import {
  isAnyoneIn,
  liveSocketRoom,
  presenceSocketRoom,
  type Sockets,
} from '#server/realtime/socket-rooms.ts'

/** Many enter at once when a room begins; nobody needs to see each number. */
const gatherMs = 250

export interface LiveEvents {
  /** The room, or who is in it, may have changed. */
  queue(roomId: string): void
  stop(): void
}

/** Sends the newest state of live rooms to who is in them, and to the pages that show their broadcasters. */
export const createLiveEvents = (context: Context, io: Sockets): LiveEvents => {
  const waiting = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  const sendWaiting = async (): Promise<void> => {
    const roomIds = [...waiting]
    waiting.clear()
    for (const roomId of roomIds) await sendRoom(context, io, roomId)
  }
  return {
    queue: (roomId) => {
      waiting.add(roomId)
      gathering ??= setTimeout(() => {
        gathering = undefined
        // One after the other, so that no page shows an older state after a newer one.
        sending = sending
          .then(sendWaiting)
          .catch((error: unknown) => context.log.error('live-not-told', { error }))
      }, gatherMs)
    },
    stop: () => {
      clearTimeout(gathering)
      waiting.clear()
    },
  }
}

const sendRoom = async (context: Context, io: Sockets, roomId: string): Promise<void> => {
  const room = await findRoom(context.db, roomId)
  if (!room) return
  const targets = [liveSocketRoom(roomId), presenceSocketRoom(room.broadcasterId)].filter((each) =>
    isAnyoneIn(io, each),
  )
  if (targets.length > 0) {
    const { endReason } = room.state
    const crowd = await crowdOf(context.db, roomId)
    await emitToMany(io, targets, 'live:changed', { roomId, ...crowd, endReason })
  }
  if (room.endedAt !== null) io.in(liveSocketRoom(roomId)).socketsLeave(liveSocketRoom(roomId))
}
