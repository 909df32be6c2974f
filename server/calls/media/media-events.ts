import { setTimeout as delay } from 'node:timers/promises'
import type { MediaEvent, MediaRole } from '#adapters/media/port.ts'
import type { CallRole } from '#contract/calls/calls.ts'
import type { CallEvent } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import { applyEvent } from '../actions/apply-event.ts'
import { billCall } from '../actions/bill-calls.ts'
import { findCall, sidesOf } from '../call-record.ts'

const callRoleOf: Record<MediaRole, CallRole> = { payer: 'caller', broadcaster: 'broadcaster' }
const retryPauseMs = { first: 100, max: 2_000 }

export interface MediaEvents {
  accept(event: MediaEvent): void
  /** Resolves when every event accepted so far is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Turns reports of the media server into events of their calls: one call's events in their order, each until
 * it is saved. The media server reports each once, and the database may be away at that moment.
 */
export const createMediaEvents = (context: Context): MediaEvents => {
  const queues = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  const enqueue = (key: string, work: () => Promise<unknown>) => {
    const done: Promise<void> = (queues.get(key) ?? Promise.resolve())
      .then(() => untilDone(work))
      .finally(() => {
        if (queues.get(key) === done) queues.delete(key)
      })
    queues.set(key, done)
  }
  const untilDone = async (work: () => Promise<unknown>): Promise<void> => {
    for (
      let pauseMs = retryPauseMs.first;
      !stopping.signal.aborted;
      pauseMs = Math.min(pauseMs * 2, retryPauseMs.max)
    ) {
      try {
        await work()
        return
      } catch (error) {
        context.log.error('media-event-failed', { error })
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
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
        case 'publishing':
          return
        case 'down':
          for (const seatId of event.seatIds) toCall(seatId, { type: 'mediaServerLost' })
          return
        case 'up':
          for (const seatId of event.seatIds) toCall(seatId, { type: 'mediaServerBack' })
          return
      }
    },
    settled: async () => {
      while (queues.size > 0) await Promise.all(queues.values())
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(queues.values())
    },
  }
}
