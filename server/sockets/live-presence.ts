import { hasRoom } from '#domain/calls/transition.ts'
import { type CallRecord, findCall } from '#server/calls/call-record.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import {
  callSocketRoom,
  liveSocketRoom,
  type OwnSocket,
  type Sockets,
} from '#server/realtime/socket-rooms.ts'

/** The sockets of this process by which the caller takes part in the call. The broadcaster is there by the room's own token. */
const callersSockets = (io: Sockets, { id, callerId }: CallRecord): OwnSocket[] =>
  [...(io.sockets.adapter.rooms.get(callSocketRoom(id)) ?? [])].flatMap((socketId) => {
    const socket = io.sockets.sockets.get(socketId)
    return socket?.data.viewer.memberId === callerId ? [socket] : []
  })

/**
 * Keeps the pages of a call in its live room while the call has a seat there: from the accept of a live call on, and not
 * while it rings. At its end they stay only by another call of the same caller.
 */
export const placeInLiveRoom = async (
  context: Context,
  io: Sockets,
  call: CallRecord,
  roomId: string,
): Promise<void> => {
  const room = liveSocketRoom(roomId)
  if (hasRoom(call.state)) for (const socket of callersSockets(io, call)) socket.join(room)
  if (call.state.phase !== 'ended') return
  for (const socket of callersSockets(io, call)) socket.leave(room)
  for (const other of await openCallsInLiveRoom(context.db, roomId, call.callerId)) {
    const sockets = hasRoom(other.state) ? callersSockets(io, other) : []
    for (const socket of sockets) socket.join(room)
    // It may have ended since it was read.
    const now = sockets.length > 0 ? await findCall(context.db, other.id) : null
    if (now?.endedAt !== null) for (const socket of sockets) socket.leave(room)
  }
}
