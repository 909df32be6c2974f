import type { SideSending } from '#contract/calls/in-call.ts'
import type { Context } from '#server/context.ts'
import { findCall, mediaRoomOf, roleIn, sidesOf } from '../call-record.ts'

/**
 * A side's page says what it sends: stored with the call, passed on to both sides, and the broadcaster's to the room,
 * which never takes it for more than what arrives there. False for a call that has ended and for other members.
 */
export const setSending = async (
  context: Context,
  { callId, memberId, sending }: { callId: string; memberId: string; sending: SideSending },
): Promise<boolean> => {
  const record = await findCall(context.db, callId)
  const role = record && roleIn(record, memberId)
  if (!role || record.endedAt !== null) return false
  const { microphone, camera } = sending
  const known = record.sending[role]
  if (known?.microphone !== microphone || known.camera !== camera) {
    await context.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('call')
        .set(
          role === 'caller'
            ? { caller_microphone: microphone, caller_camera: camera }
            : { broadcaster_microphone: microphone, broadcaster_camera: camera },
        )
        .where('id', '=', callId)
        .where('phase', '<>', 'ended')
        .execute()
      await context.events.publish(tx, { type: 'call:changed', callId, memberIds: sidesOf(record) })
    })
  }
  // A room that was opened meanwhile may have read the row before.
  if (role === 'broadcaster') await context.media.setSending(mediaRoomOf(record), sending)
  return true
}
