import {
  type MediaReading,
  type MediaRoomSpec,
  type MediaSeatSpec,
  type MediaServer,
  zeroReading,
} from './port.ts'

/** A call of two: a room of one seat, both with the call's id, whose payer sends. */
export type TwoPartySpec = MediaRoomSpec &
  Pick<MediaSeatSpec, 'payerId' | 'fundedMs' | 'unprovenMsMax' | 'carried'>

/** Opening one that is open only extends its funding. */
export const openTwoParty = (media: Pick<MediaServer, 'openRoom'>, spec: TwoPartySpec): Promise<void> => {
  const { roomId, kind, broadcasterId, broadcasterSends, ...seat } = spec
  return media.openRoom({ roomId, kind, broadcasterId, broadcasterSends }, [
    { ...seat, seatId: roomId, roomId, payerSends: true },
  ])
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
