import type { CallTokens } from '#contract/calls/calls.ts'
import { iceServersFor } from '#server/calls/media/ice-servers.ts'
import type { Context } from '#server/context.ts'
import { deviceIdOf } from '#server/members/devices.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { RoomRecord } from '../room-record.ts'
import { roomTokensFor } from './room-tokens.ts'

/** What the broadcaster's page needs to publish. From now on the room belongs to the viewer's session. */
export const withRoomTokens = async (
  context: Context,
  room: RoomRecord,
  viewer: Pick<Viewer, 'memberId' | 'sessionKey'>,
): Promise<CallTokens> => {
  const { memberId } = viewer
  const sessionId = await deviceIdOf(context.db, viewer)
  await context.db
    .updateTable('live_room')
    .set({ broadcaster_session: sessionId })
    .where('id', '=', room.id)
    .where('ended_at', 'is', null)
    .execute()
  return {
    ...roomTokensFor(
      context.secret,
      { roomId: room.id, memberId, sessionId: sessionId ?? '' },
      context.now(),
    ),
    ice_servers: iceServersFor(context, { roomId: room.id, memberId }),
  }
}
