import type { Context } from '#server/context.ts'
import { isAnyoneIn, liveRoom, type Sockets } from '#server/realtime/rooms.ts'
import { type FlowEvent, RoomFlow } from './room-flow.ts'

/** Sends what happens in live rooms to the pages in them. */
export interface FlowFanOut {
  queue(event: FlowEvent): void
  stop(): void
}

/**
 * A first event leaves at once; those of the next 100 ms leave together after them, for each group of a room's sockets by
 * itself, so that a busy room costs ten messages a second and socket, and no socket waits until thousands of others have
 * been served. Events are read once for all sockets.
 */
export const createFlowFanOut = (context: Context, io: Sockets): FlowFanOut => {
  const rooms = new Map<string, RoomFlow>()
  return {
    queue: (event) => {
      const { roomId } = event
      if (!isAnyoneIn(io, liveRoom(roomId))) return
      const room =
        rooms.get(roomId) ?? new RoomFlow({ context, io, roomId, over: () => rooms.delete(roomId) })
      rooms.set(roomId, room)
      room.add(event)
    },
    stop: () => {
      for (const room of rooms.values()) room.stop()
    },
  }
}
