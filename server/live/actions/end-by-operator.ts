import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { findRoom, type RoomRecord } from '../room-record.ts'
import { applyRoomEvent } from './apply-room-event.ts'

/** Ends a room for its broadcaster, who reads the note with the room's summary. */
export const endByOperator = async (
  context: Context,
  { roomId, note }: { roomId: string; note: string },
): Promise<RoomRecord | Refusal<'notFound' | 'liveOver'>> => {
  const room = await findRoom(context.db, roomId)
  if (!room) return refuse('notFound')
  const noted = await context.db
    .updateTable('live_room')
    .set({ operator_note: note })
    .where('id', '=', roomId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!noted) return refuse('liveOver')
  return applyRoomEvent(context, roomId, { type: 'endedByOperator' })
}
