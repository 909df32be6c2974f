import type { Context } from '#server/context.ts'
import { isAnyoneIn, liveSocketRoom, type Sockets } from '#server/realtime/socket-rooms.ts'
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
  /** By the name of the sockets' room. */
  const flows = new Map<string, RoomFlow>()
  const onJoin = (name: string, socketId: string) => flows.get(name)?.join(socketId)
  const onLeave = (name: string, socketId: string) => flows.get(name)?.leave(socketId)
  io.sockets.adapter.on('join-room', onJoin)
  io.sockets.adapter.on('leave-room', onLeave)
  return {
    queue: (event) => {
      const { roomId } = event
      const name = liveSocketRoom(roomId)
      if (!isAnyoneIn(io, name)) return
      const flow = flows.get(name) ?? new RoomFlow({ context, io, roomId, over: () => flows.delete(name) })
      flows.set(name, flow)
      flow.add(event)
    },
    stop: () => {
      io.sockets.adapter.off('join-room', onJoin)
      io.sockets.adapter.off('leave-room', onLeave)
      for (const flow of flows.values()) flow.stop()
    },
  }
}
