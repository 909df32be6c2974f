import type { MediaReading, PageOfRoom } from '#adapters/media/port.ts'
import { closeTwoParty, openTwoParty } from '#adapters/media/two-party.ts'
import type { Context } from '#server/context.ts'
import type { CallRecord } from '../call-record.ts'

type Media = Pick<Context['media'], 'openRoom' | 'openSeat' | 'closeRoom' | 'closeSeat'>

interface Funding {
  fundedMs: number
  unprovenMsMax: number
  carried: MediaReading
  /** The pages that get their places in the room of a call of two. */
  pages: readonly PageOfRoom[]
}

/**
 * A call of two has a room of its own; a call in a live room has a seat there, and only the live caller is seen.
 *
 * @returns the pages that have got them
 */
export const openCallMedia = async (
  media: Media,
  call: CallRecord,
  { pages, ...given }: Funding,
): Promise<readonly PageOfRoom[]> => {
  const { callerId: payerId, liveRoomId } = call
  const funding = { ...given, wasConnected: call.state.phase === 'inCall' }
  if (liveRoomId === null) {
    const broadcasterSends = call.sending.broadcaster ?? undefined
    const { kind } = call.state.carrying
    const room = { roomId: call.id, kind, payerId, broadcasterId: call.broadcasterId, broadcasterSends }
    return openTwoParty(media, { ...room, ...funding }, pages)
  }
  const payerSends = call.origin === 'live'
  const seat = { seatId: call.id, roomId: liveRoomId, payerId, payerSends, freeMs: call.freeLookMs }
  await media.openSeat({ ...seat, ...funding })
  return []
}

/** Answers the call's final reading. */
export const closeCallMedia = (media: Media, call: CallRecord): Promise<MediaReading> =>
  call.liveRoomId === null ? closeTwoParty(media, call.id) : media.closeSeat(call.id)
