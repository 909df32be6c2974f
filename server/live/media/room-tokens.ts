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
const signRoomToken = (
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

/** How long an operator's silent look lasts. */
export const lookMs = 600_000
const lookPurpose = 'liveLook'

interface LookClaims {
  roomId: string
  /** Whose seat it is in the room: no member's. */
  viewerId: string
}

/** A bearer token that receives a room, as long as the look. */
export const signLookToken = (secret: Buffer, { roomId, viewerId }: LookClaims, now: number): string =>
  signFields(secret, [lookPurpose, roomId, viewerId], now + lookMs)

/** The claims of a look's token; null for anything else. */
export const readLookToken = (secret: Buffer, token: string, now: number): LookClaims | null => {
  const [purpose, roomId, viewerId] = verifiedFields(secret, token, now) ?? []
  return purpose === lookPurpose && roomId && viewerId ? { roomId, viewerId } : null
}
