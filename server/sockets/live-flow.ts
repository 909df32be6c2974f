import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { entriesByIdOrSeq } from '#server/live/flow/entries.ts'
import { flowStateOf, queueOf } from '#server/live/flow/queries.ts'
import { emitToMany } from '#server/realtime/emit-to-many.ts'
import type { Event } from '#server/realtime/events.ts'
import { isAnyoneIn, liveRoom, type Sockets } from '#server/realtime/rooms.ts'

type FlowEvent = Extract<Event, { type: 'live:flow' }>

/** What happens in a room within this time leaves as one message. */
export const flowBatchMs = 100

interface Batch {
  ids: Set<string>
  seqs: Set<number>
  hasState: boolean
  hasQueue: boolean
}

/** Sends what happens in live rooms to the pages in them. */
export interface FlowFanOut {
  queue(event: FlowEvent): void
  stop(): void
}

/**
 * A first event leaves at once; those of the next 100 ms leave together after them. A batch is read once, made into one
 * JSON text, and that text goes to every socket of the room: a busy room costs ten messages a second and socket. A batch
 * waits until the one before it has reached everybody, so that each page has one order.
 */
export const createFlowFanOut = (context: Context, io: Sockets): FlowFanOut => {
  const batches = new Map<string, Batch>()
  /** Rooms that send, or have sent within the last 100 ms. */
  const busy = new Set<string>()
  const stopping = new AbortController()

  const serve = async (roomId: string): Promise<void> => {
    busy.add(roomId)
    for (let batch = takeBatch(roomId); batch; batch = takeBatch(roomId)) {
      const nextAt = performance.now() + flowBatchMs
      // The pages see a number missing with the next entry, and ask for it.
      await send(context, io, roomId, batch).catch((error: unknown) =>
        context.log.error('live-flow-not-sent', { roomId, error }),
      )
      await wait(Math.max(0, nextAt - performance.now()), null, { signal: stopping.signal }).catch(
        () => undefined,
      )
    }
    busy.delete(roomId)
  }
  const takeBatch = (roomId: string): Batch | undefined => {
    const batch = stopping.signal.aborted ? undefined : batches.get(roomId)
    batches.delete(roomId)
    return batch
  }

  return {
    queue: (event) => {
      const { roomId, about } = event
      if (!isAnyoneIn(io, liveRoom(roomId))) return
      const batch = batches.get(roomId) ?? {
        ids: new Set(),
        seqs: new Set(),
        hasState: false,
        hasQueue: false,
      }
      batches.set(roomId, batch)
      if (about === 'posted') batch.ids.add(event.entryId)
      if (about === 'entry') batch.seqs.add(event.seq)
      if (about === 'state') batch.hasState = true
      if (about === 'queue') batch.hasQueue = true
      if (!busy.has(roomId)) void serve(roomId)
    },
    stop: () => stopping.abort(),
  }
}

const send = async (context: Context, io: Sockets, roomId: string, batch: Batch): Promise<void> => {
  const room = [liveRoom(roomId)]
  if (batch.seqs.size + batch.ids.size > 0) {
    const entries = await entriesByIdOrSeq(context, roomId, { ids: [...batch.ids], seqs: [...batch.seqs] })
    await emitToMany(io, room, 'live:entries', { roomId, entries })
  }
  if (batch.hasState) {
    const { state } = await flowStateOf(context, roomId)
    await emitToMany(io, room, 'live:flow-state', { roomId, state })
  }
  if (batch.hasQueue) {
    const orders = await queueOf(context.db, roomId, null)
    await emitToMany(io, room, 'live:queue', { roomId, orders })
  }
}
