import { closeCalls } from '#server/calls/actions/close-calls.ts'
import type { Context } from '#server/context.ts'
import { runningRoomOf } from '../room-record.ts'
import { applyRoomEvent } from './apply-room-event.ts'

/** Ends the ring, the call or the live room of a member who may not call any more. */
export const closeCallsAndRooms = async (context: Context, memberId: string): Promise<void> => {
  await closeCalls(context, memberId)
  const room = await runningRoomOf(context.db, memberId)
  if (room) await applyRoomEvent(context, room.id, { type: 'endedByOperator' })
}
