import type { MediaEvent, MediaRole } from '#adapters/media/port.ts'
import type { CallRole } from '#contract/calls/calls.ts'
import type { CallEvent } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import { applyEvent } from '../actions/apply-event.ts'
import { billCall } from '../actions/bill-calls.ts'
import { findCall, sidesOf } from '../call-record.ts'
import { createEventQueues, type EventQueues } from './event-queues.ts'

const callRoleOf: Record<MediaRole, CallRole> = { payer: 'caller', broadcaster: 'broadcaster' }

export interface MediaEvents {
  accept(event: MediaEvent): void
  /** For other work in turn with the events of the call or room that is the key. */
  queues: Pick<EventQueues, 'enqueue' | 'isQueued'>
  /** Resolves when every event accepted so far is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Turns reports of the media server into events of their calls: one call's events in their order, each until
 * it is saved.
 */
export const createMediaEvents = (context: Context): MediaEvents => {
  const { enqueue, isQueued, settled, stop } = createEventQueues(context)
  const toCall = (callId: string, event: CallEvent) =>
    enqueue(callId, () => applyEvent(context, callId, event))

  /** Its sides read from the media server what it carries now. */
  const publishCall = async (callId: string): Promise<void> => {
    const call = await findCall(context.db, callId)
    if (call?.endedAt === null)
      await context.events.publish(context.db, { type: 'call:changed', callId, memberIds: sidesOf(call) })
  }

  return {
    accept: (event) => {
      context.log.debug('media-event', { ...event, reading: undefined })
      switch (event.type) {
        case 'connected':
          toCall(event.seatId, { type: 'mediaConnected' })
          return
        case 'lost':
          for (const seatId of event.seatIds)
            toCall(seatId, { type: 'sideLost', side: callRoleOf[event.role] })
          return
        case 'back':
          for (const seatId of event.seatIds)
            toCall(seatId, { type: 'sideBack', side: callRoleOf[event.role] })
          return
        case 'exhausted':
          enqueue(event.seatId, () => billCall(context, event.seatId, event.reading))
          return
        case 'carries':
          enqueue(event.seatId, () => publishCall(event.seatId))
          return
        case 'unproven':
          toCall(event.seatId, { type: 'receptionUnproven' })
          return
        // It matters to live rooms alone.
        case 'publishing':
          return
        case 'down':
          for (const seatId of event.seatIds) toCall(seatId, { type: 'mediaServerLost' })
          return
        // A call of two is a room with one seat of the same id. A live room is opened again before its seats, by the area
        // that has the room.
        case 'up':
          for (const roomId of event.roomIds) toCall(roomId, { type: 'mediaServerBack' })
          return
      }
    },
    queues: { enqueue, isQueued },
    settled,
    stop,
  }
}
