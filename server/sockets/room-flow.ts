import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FlowEntry, FlowState, MenuOrder } from '#contract/live/flow.ts'
import type { Context } from '#server/context.ts'
import { entriesByIdOrSeq } from '#server/live/flow/entries.ts'
import { flowStateOf, queueOf } from '#server/live/flow/queries.ts'
import type { Event } from '#server/realtime/events.ts'
import { liveSocketRoom, type Sockets } from '#server/realtime/socket-rooms.ts'
import { sendToMany } from './send-to-many.ts'
import { SocketGroups } from './socket-groups.ts'

export type FlowEvent = Extract<Event, { type: 'live:flow' }>

/** What happens in a room within this time comes to a page as one message. */
export const flowBatchMs = 100
/** What happens in a room within this time is read together. */
const readEveryMs = 20
/** A write to a socket takes 17 µs, so that a group holds other requests up for less than two milliseconds. */
const socketsPerGroup = 100

interface Unread {
  ids: Set<string>
  seqs: Set<number>
  hasState: boolean
  hasQueue: boolean
}

const nothingUnread = (): Unread => ({ ids: new Set(), seqs: new Set(), hasState: false, hasQueue: false })

const isAnything = ({ ids, seqs, hasState, hasQueue }: Unread): boolean =>
  ids.size + seqs.size > 0 || hasState || hasQueue

interface RoomFlowOptions {
  context: Context
  io: Sockets
  roomId: string
  /** Everything was sent, and every socket may get a message at once: nothing has to be remembered. */
  over: () => void
}

/**
 * What happens in one room, from its events to its sockets. Reading and sending go on beside each other; neither overlaps
 * with itself, so that each page has one order.
 */
export class RoomFlow {
  readonly #options: RoomFlowOptions
  readonly #groups = new SocketGroups({ socketsMax: socketsPerGroup, everyMs: flowBatchMs })
  #unread = nothingUnread()
  #isStopped = false
  #isReading = false
  #isSending = false
  /** The position of what was read last. */
  #end = 0
  /** What was read and not yet sent to everybody. Of state and queue the newest is enough. */
  #entries: { position: number; entry: FlowEntry }[] = []
  #state: { position: number; state: FlowState } | null = null
  #queue: { position: number; orders: MenuOrder[] } | null = null
  /** Ends the sender's wait. */
  #wake: () => void = () => undefined

  constructor(options: RoomFlowOptions) {
    this.#options = options
    const { io, roomId } = options
    for (const id of io.sockets.adapter.rooms.get(liveSocketRoom(roomId)) ?? []) this.#groups.join(id, 0)
  }

  add(event: FlowEvent): void {
    const { about } = event
    if (about === 'posted') this.#unread.ids.add(event.entryId)
    if (about === 'entry') this.#unread.seqs.add(event.seq)
    if (about === 'state') this.#unread.hasState = true
    if (about === 'queue') this.#unread.hasQueue = true
    if (!this.#isReading) void this.#read()
    if (!this.#isSending) void this.#send()
  }

  /** A socket came into the room: it gets what is read from now on. */
  join(socketId: string): void {
    this.#groups.join(socketId, this.#end)
  }

  leave(socketId: string): void {
    this.#groups.leave(socketId)
  }

  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  async #read(): Promise<void> {
    const { context, roomId } = this.#options
    this.#isReading = true
    while (!this.#isStopped && isAnything(this.#unread)) {
      const unread = this.#unread
      this.#unread = nothingUnread()
      const nextAtMs = performance.now() + readEveryMs
      // The pages see a number missing with the next entry, and ask for it.
      await this.#readOnce(unread).catch((error: unknown) =>
        context.log.error('live-flow-not-sent', { roomId, error }),
      )
      await wait(Math.max(0, nextAtMs - performance.now()))
    }
    this.#isReading = false
    this.#wake()
  }

  async #readOnce({ ids, seqs, hasState, hasQueue }: Unread): Promise<void> {
    const { context, roomId } = this.#options
    const entries =
      ids.size + seqs.size > 0
        ? await entriesByIdOrSeq(context, roomId, { ids: [...ids], seqs: [...seqs] })
        : []
    const state = hasState ? (await flowStateOf(context, roomId)).state : null
    const orders = hasQueue ? await queueOf(context.db, roomId, null) : null
    for (const entry of entries) this.#entries.push({ position: ++this.#end, entry })
    if (state) this.#state = { position: ++this.#end, state }
    if (orders) this.#queue = { position: ++this.#end, orders }
    this.#dropSent()
    this.#wake()
  }

  async #send(): Promise<void> {
    this.#isSending = true
    while (!this.#isStopped) {
      const now = performance.now()
      const group = this.#groups.next(this.#end)
      if (group && group.mayGetAtMs <= now) {
        this.#sendTo(group)
        this.#groups.served(group, this.#end, now)
        this.#dropSent()
        await nextTurn()
      } else if (group) await this.#sleep(group.mayGetAtMs - now)
      else if (this.#isReading) await this.#sleep(null)
      else if (this.#groups.restedAtMs > now) await this.#sleep(this.#groups.restedAtMs - now)
      else break
    }
    this.#isSending = false
    this.#options.over()
  }

  #sendTo({ ids, sentUpTo }: { ids: ReadonlySet<string>; sentUpTo: number }): void {
    const { io, roomId } = this.#options
    const isNew = ({ position }: { position: number }) => position > sentUpTo
    const bySeq = new Map(this.#entries.filter(isNew).map(({ entry }) => [entry.seq, entry]))
    const entries = [...bySeq.values()].sort((one, other) => one.seq - other.seq)
    if (entries.length > 0) sendToMany(io, ids, 'live:entries', { roomId, entries })
    if (this.#state && isNew(this.#state))
      sendToMany(io, ids, 'live:flow-state', { roomId, state: this.#state.state })
    if (this.#queue && isNew(this.#queue))
      sendToMany(io, ids, 'live:queue', { roomId, orders: this.#queue.orders })
  }

  #dropSent(): void {
    const sent = this.#groups.sentToAll(this.#end)
    this.#entries = this.#entries.filter(({ position }) => position > sent)
  }

  /** @param ms null: until it is woken */
  async #sleep(ms: number | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = ms === null ? undefined : setTimeout(resolve, ms)
    this.#wake = resolve
    await promise
    clearTimeout(timer)
  }
}
