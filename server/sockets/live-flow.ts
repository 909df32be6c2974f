import type { Context } from '#server/context.ts'
import { entriesByIdOrSeq } from '#server/live/flow/entries.ts'
import { flowStateOf, queueOf } from '#server/live/flow/queries.ts'
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
 * JSON text, and that text goes to every socket of the room: a busy room costs ten messages a second and socket.
 */
export const createFlowFanOut = (context: Context, io: Sockets): FlowFanOut => {
  const batches = new Map<string, Batch>()
  const timers = new Map<string, NodeJS.Timeout>()

  const flush = async (roomId: string): Promise<void> => {
    const batch = batches.get(roomId)
    if (!batch) {
      timers.delete(roomId)
      return
    }
    batches.delete(roomId)
    timers.set(
      roomId,
      setTimeout(() => void flush(roomId), flowBatchMs),
    )
    try {
      await send(context, io, roomId, batch)
    } catch (error) {
      // The pages see a number missing with the next entry, and ask for it.
      context.log.error('live-flow-not-sent', { roomId, error })
    }
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
      if (!timers.has(roomId)) void flush(roomId)
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      batches.clear()
    },
  }
}

const send = async (context: Context, io: Sockets, roomId: string, batch: Batch): Promise<void> => {
  const room = io.to(liveRoom(roomId))
  if (batch.seqs.size + batch.ids.size > 0) {
    const entries = await entriesByIdOrSeq(context, roomId, { ids: [...batch.ids], seqs: [...batch.seqs] })
    room.emit('live:entries', { roomId, entries })
  }
  if (batch.hasState) {
    const { state } = await flowStateOf(context, roomId)
    room.emit('live:flow-state', { roomId, state })
  }
  if (batch.hasQueue) room.emit('live:queue', { roomId, orders: await queueOf(context.db, roomId, null) })
}
