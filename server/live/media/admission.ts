import type { AdmitOthers } from '#server/calls/media/media-routes.ts'
import { activeAmong } from '#server/members/active-sessions.ts'
import { findRoom } from '../room-record.ts'
import { encoderPathId, roomOfStreamKey } from '../stream-keys.ts'
import { readLookToken, readRoomToken } from './room-tokens.ts'

/**
 * Whom the media endpoints admit to a live room beside its callers: its broadcaster's page with the room's token, and
 * the broadcaster's encoder with the stream key, which only publishes; and an operator's silent look.
 */
export const admitToLive: AdmitOthers = async (context, { id, token }) => {
  if (id === encoderPathId) return admitEncoder(context, token)
  const look = readLookToken(context.secret, token, context.now())
  if (look) return look.roomId === id ? admitLook(context, look) : 401
  const claims = readRoomToken(context.secret, token, context.now())
  if (claims?.purpose !== 'liveMedia' || claims.roomId !== id) return 401
  if (!(await activeAmong(context.db, [claims.sessionId])).has(claims.sessionId)) return 401
  const room = await findRoom(context.db, id)
  if (room?.endedAt !== null || room.broadcasterId !== claims.memberId) return 404
  return { id, roomId: id, memberId: claims.memberId }
}

/** The seat itself refuses to publish. */
const admitLook = async (
  context: Parameters<AdmitOthers>[0],
  { roomId, viewerId }: { roomId: string; viewerId: string },
): ReturnType<AdmitOthers> => {
  const room = await findRoom(context.db, roomId)
  return room?.endedAt === null ? { id: roomId, roomId, memberId: viewerId } : 404
}

const admitEncoder: (context: Parameters<AdmitOthers>[0], key: string) => ReturnType<AdmitOthers> = async (
  context,
  key,
) => {
  const room = await roomOfStreamKey(context, key)
  if (!room) return 401
  const memberId = room.broadcasterId
  return {
    id: encoderPathId,
    roomId: room.id,
    memberId,
    onlyPublishes: async (resourceId) => {
      // The key may have been revoked while the offer was answered.
      if (!(await roomOfStreamKey(context, key)))
        await context.media.closeResource(room.id, memberId, resourceId)
    },
  }
}
