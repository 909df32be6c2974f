import type { MediaEvent } from '#adapters/media/port.ts'
import type { RoomEvent } from '#domain/live/room.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { createEventQueues } from '#server/calls/media/event-queues.ts'
import type { MediaEvents } from '#server/calls/media/media-events.ts'
import type { Context } from '#server/context.ts'
import { applyRoomEvent } from '../actions/apply-room-event.ts'

/** Seats of a process that died are opened again so many at a time, which leaves other requests their connections. */
const opensAtOnce = 8

/**
 * Turns reports of the media server into events of live rooms: one room's events in their order, each until it is
 * saved. What concerns a seat alone is an event of its call (server/calls/media/media-events.ts), but for its return:
 * a room is opened again before its seats.
 */
export const createLiveMediaEvents = (context: Context): MediaEvents => {
  const { enqueue, isQueued, settled, stop } = createEventQueues(context)
  /** Rooms of calls aren't found, and their events are nothing to us. */
  const toRoom = (roomId: string, event: RoomEvent) =>
    enqueue(roomId, () => applyRoomEvent(context, roomId, event))
  /** Each page connects when its seat is open, so this is also the pace at which watchers come back. */
  const openSeatsAgain = async (seatIds: readonly string[]): Promise<void> => {
    for (let from = 0; from < seatIds.length; from += opensAtOnce)
      await Promise.all(
        seatIds
          .slice(from, from + opensAtOnce)
          .map((seatId) => applyEvent(context, seatId, { type: 'mediaServerBack' })),
      )
  }
  return {
    accept: (event: MediaEvent) => {
      switch (event.type) {
        case 'publishing':
          toRoom(event.roomId, { type: event.isPublishing ? 'mediaArrived' : 'mediaGone' })
          return
        case 'down':
          for (const roomId of event.roomIds) toRoom(roomId, { type: 'mediaServerLost' })
          return
        case 'up': {
          const rooms = new Set(event.roomIds)
          enqueue('up', async () => {
            await Promise.all(
              event.roomIds.map((roomId) => applyRoomEvent(context, roomId, { type: 'mediaServerBack' })),
            )
            // A call of two has a room of the same id, and was told by that.
            await openSeatsAgain(event.seatIds.filter((seatId) => !rooms.has(seatId)))
          })
          return
        }
        case 'connected':
        case 'lost':
        case 'back':
        case 'exhausted':
        case 'carries':
        case 'unproven':
          return
      }
    },
    queues: { enqueue, isQueued },
    settled,
    stop,
  }
}
