import {
  type MediaReading,
  type MediaRoomSpec,
  type MediaSeatSpec,
  type MediaServer,
  type PageOfRoom,
  zeroReading,
} from './port.ts'

/** A call of two: a room of one seat, both with the call's id, whose payer sends. */
export type TwoPartySpec = MediaRoomSpec &
  Pick<MediaSeatSpec, 'payerId' | 'fundedMs' | 'unprovenMsMax' | 'carried' | 'wasConnected'>

/** Opening one that is open only extends its funding. Answers the pages whose standing line it has taken. */
export const openTwoParty = (
  media: Pick<MediaServer, 'openRoom'>,
  spec: TwoPartySpec,
  pages: readonly PageOfRoom[] = [],
): Promise<readonly PageOfRoom[]> => {
  const { roomId, kind, broadcasterId, broadcasterSends, ...seat } = spec
  return media.openRoom(
    { roomId, kind, broadcasterId, broadcasterSends },
    [{ ...seat, seatId: roomId, roomId, payerSends: true }],
    pages,
  )
}

/** Answers the call's final reading. */
export const closeTwoParty = async (
  media: Pick<MediaServer, 'closeRoom'>,
  roomId: string,
): Promise<MediaReading> => (await media.closeRoom(roomId)).get(roomId) ?? zeroReading

/** Answers the call's reading; null when no media process has its room. */
export const setTwoPartyKind = async (
  media: Pick<MediaServer, 'setKind'>,
  roomId: string,
  kind: MediaRoomSpec['kind'],
): Promise<MediaReading | null> => (await media.setKind(roomId, kind))?.get(roomId) ?? null
