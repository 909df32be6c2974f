import type { MediaReading } from '#adapters/media/port.ts'
import { closeTwoParty, openTwoParty } from '#adapters/media/two-party.ts'
import type { Context } from '#server/context.ts'
import type { CallRecord } from '../call-record.ts'

type Media = Pick<Context['media'], 'openRoom' | 'openSeat' | 'closeRoom' | 'closeSeat'>

interface Funding {
  fundedMs: number
  unprovenMsMax: number
  carried: MediaReading
}

/** A call of two has a room of its own; a call in a live room has a seat there, and only the live caller is seen. */
export const openCallMedia = (media: Media, call: CallRecord, funding: Funding): Promise<void> => {
  const { callerId: payerId, liveRoomId } = call
  return liveRoomId === null
    ? openTwoParty(media, {
        roomId: call.id,
        kind: call.state.carrying.kind,
        payerId,
        broadcasterId: call.broadcasterId,
        broadcasterSends: call.sending.broadcaster ?? undefined,
        ...funding,
      })
    : media.openSeat({
        seatId: call.id,
        roomId: liveRoomId,
        payerId,
        payerSends: call.origin === 'live',
        freeMs: call.freeLookMs,
        ...funding,
      })
}

/** Answers the call's final reading. */
export const closeCallMedia = (media: Media, call: CallRecord): Promise<MediaReading> =>
  call.liveRoomId === null ? closeTwoParty(media, call.id) : media.closeSeat(call.id)
