import type { CallTokens } from '#contract/calls/calls.ts'
import { callTokenLifeMs, signFields, verifiedFields } from '#server/calls/media/tokens.ts'

/** `liveMedia` is for a room's WHIP and WHEP endpoints, `liveRoom` for its socket room; both are the broadcaster's. */
export type RoomTokenPurpose = 'liveMedia' | 'liveRoom'

export interface RoomClaims {
  purpose: RoomTokenPurpose
  roomId: string
  memberId: string
  /** The session it was made for (`session.device_id`). */
  sessionId: string
}

/** A bearer token bound to room, broadcaster and session. Opaque to clients. */
export const signRoomToken = (
  secret: Buffer,
  { purpose, roomId, memberId, sessionId }: RoomClaims,
  now: number,
): string => signFields(secret, [purpose, roomId, memberId, sessionId], now + callTokenLifeMs)

/** The claims of a room's token; null for anything else. */
export const readRoomToken = (secret: Buffer, token: string, now: number): RoomClaims | null => {
  const [purpose, roomId, memberId, sessionId] = verifiedFields(secret, token, now) ?? []
  if (purpose !== 'liveMedia' && purpose !== 'liveRoom') return null
  return roomId && memberId && sessionId ? { purpose, roomId, memberId, sessionId } : null
}

/** What the broadcaster's page needs: the channel is the room. */
export const roomTokensFor = (
  secret: Buffer,
  room: Omit<RoomClaims, 'purpose'>,
  now: number,
): Omit<CallTokens, 'ice_servers'> => ({
  callId: room.roomId,
  app_id: 'koyoi',
  channel_id: room.roomId,
  rtc_channel_token: signRoomToken(secret, { purpose: 'liveMedia', ...room }, now),
  rtm_channel_token: signRoomToken(secret, { purpose: 'liveRoom', ...room }, now),
})
