import type { ChatMessage } from '#contract/chat/chat.ts'
import { isFailure } from '#contract/core/client.ts'
import type { SentListener } from '../member/chat-ports.ts'
import { contentToRetry, inOrder, type OutboxEntry, pendingOf } from './outbox-entry.ts'
import type { OutboxPorts } from './outbox-ports.ts'
import { type Attempt, OutboxQueue } from './outbox-queue.ts'
import { submit } from './outbox-submit.ts'
import type { PendingBody, PendingMessage } from './pending.ts'
import { isTransient } from './transient-failure.ts'

/** What the screen passes to be sent. */
export type Draft =
  | { kind: 'text'; text: string }
  | { kind: 'sticker'; stickerId: string }
  | { kind: 'image'; blob: Blob; width: number; height: number; imagePoints: number | null }

const none: readonly PendingMessage[] = []

/**
 * What one member still has to send. Each message is sent with its one id until the server accepts or refuses
 * it, in order per partner; after a reload or a killed app it continues where it was.
 */
export class Outbox {
  readonly #ports: OutboxPorts
  readonly #queues = new Map<string, OutboxQueue>()
  readonly #listeners = new Set<() => void>()
  readonly #sentListeners = new Set<SentListener>()
  readonly #stops: (() => void)[] = []
  readonly #progress = new Map<string, number>()
  #pending = new Map<string, readonly PendingMessage[]>()
  #isOver = false

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /** Loads what was left, and continues. */
  start(): void {
    const { events, onWake, storage } = this.#ports
    this.#stops.push(
      events.on('chat:changed', ({ partnerId, message }) => this.#receive(partnerId, message)),
      onWake(() => this.#eachQueue((queue) => queue.wake())),
      storage.onChange((marker) => {
        if (marker) this.#notifySent(marker.partnerId, marker.sent)
        this.#load()
      }),
    )
    this.#load()
  }

  /** The page is closed or the member signs out; waiting messages stay in the storage. */
  stop(): void {
    this.#isOver = true
    this.#eachQueue((queue) => queue.stop())
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** The messages that wait for this partner, in order; the same list until it changes. */
  pendingTo(partnerId: string): readonly PendingMessage[] {
    return this.#pending.get(partnerId) ?? none
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Receives each message that the server has accepted, before it leaves `pendingTo`; some of them twice. */
  onSent(listener: SentListener): () => void {
    this.#sentListeners.add(listener)
    return () => this.#sentListeners.delete(listener)
  }

  /**
   * @param options `pricePoints` is the price on the button that was pressed: the member never pays more
   * @returns the message's id
   */
  send(
    partnerId: string,
    draft: Draft,
    { replyTo = null, pricePoints = 0 }: { replyTo?: ChatMessage['replyTo']; pricePoints?: number } = {},
  ): string {
    const id = this.#ports.newId()
    const body = this.#bodyOf(id, draft)
    const queuedAt = this.#ports.clock.now()
    this.#put({
      id,
      partnerId,
      order: this.#nextOrder(),
      queuedAt,
      body,
      replyTo,
      pricePoints,
      refused: null,
    })
    this.#queue(partnerId).schedule()
    return id
  }

  /** 再送: at once; a refused message goes behind the others, at the price on the button pressed now. */
  retry(id: string, pricePoints = 0): void {
    this.#again(id, pricePoints, (body) => body)
  }

  /** このまま送る, after `contactWarning`. */
  sendAnyway(id: string, pricePoints = 0): void {
    this.#again(id, pricePoints, (body) => (body.kind === 'text' ? { ...body, isWarned: true } : body))
  }

  /** Gives the message up. It may have arrived all the same, when only the answer was lost. */
  remove(id: string): void {
    const entry = this.#find(id)
    if (!entry) return
    this.#ports.storage.remove(id)
    this.#drop(id)
    this.#queue(entry.partnerId).abandon()
  }

  /** The picture of a pending image, to show it. */
  picture(id: string): Promise<Blob | null> {
    return this.#ports.blobs.get(id)
  }

  /** Loads what other tabs left, or would leave if they were closed now. */
  #load(): void {
    this.#publish()
    for (const partnerId of this.#pending.keys()) this.#queue(partnerId).schedule()
  }

  #bodyOf(id: string, draft: Draft): PendingBody {
    if (draft.kind === 'text') return { ...draft, isWarned: false }
    if (draft.kind === 'sticker') return draft
    const { blob, ...image } = draft
    void this.#ports.blobs.put(id, blob)
    return { ...image, imageId: null }
  }

  #again(id: string, pricePoints: number, change: (body: PendingBody) => PendingBody): void {
    const entry = this.#find(id)
    if (!entry) return
    const { refused } = entry
    const queue = this.#queue(entry.partnerId)
    queue.clearTrouble()
    if (refused) {
      const { body, replyTo } = contentToRetry(entry, refused.code)
      this.#put({
        ...entry,
        body: change(body),
        replyTo,
        pricePoints,
        order: this.#nextOrder(),
        refused: null,
      })
    } else {
      this.#put({ ...entry, pricePoints })
    }
    queue.wake()
    queue.schedule()
  }

  #find(id: string): OutboxEntry | undefined {
    return this.#ports.storage.all().find((entry) => entry.id === id)
  }

  #nextOrder(): number {
    const last = this.#ports.storage.all().reduce((highest, { order }) => Math.max(highest, order), 0)
    return Math.max(last + 1, this.#ports.clock.now())
  }

  #put(entry: OutboxEntry): void {
    this.#ports.storage.put(entry)
    this.#publish()
  }

  /** Drops it after it has left the storage. */
  #drop(id: string): void {
    this.#progress.delete(id)
    void this.#ports.blobs.remove(id)
    this.#publish()
  }

  #receive(partnerId: string, message: ChatMessage): void {
    if (!this.#find(message.id)) return
    this.#sent(partnerId, message)
    this.#queue(partnerId).abandon()
  }

  #sent(partnerId: string, message: ChatMessage): void {
    this.#notifySent(partnerId, message)
    this.#ports.storage.settle(partnerId, message)
    this.#drop(message.id)
  }

  #notifySent(partnerId: string, message: ChatMessage): void {
    for (const listener of [...this.#sentListeners]) listener(partnerId, message)
  }

  #queue(partnerId: string): OutboxQueue {
    const known = this.#queues.get(partnerId)
    if (known) return known
    const queue = new OutboxQueue({
      clock: this.#ports.clock,
      lock: (run) => this.#ports.lock(partnerId, run),
      attempt: (signal, onSignOfLife) => this.#attempt(partnerId, signal, onSignOfLife),
      onTrouble: () => this.#publish(),
    })
    this.#queues.set(partnerId, queue)
    return queue
  }

  #eachQueue(act: (queue: OutboxQueue) => void): void {
    for (const queue of this.#queues.values()) act(queue)
  }

  async #attempt(partnerId: string, signal: AbortSignal, onSignOfLife: () => void): Promise<Attempt> {
    const waiting = this.#ports.storage.all().filter((each) => each.partnerId === partnerId && !each.refused)
    const [entry] = waiting.sort(inOrder)
    if (!entry) return 'empty'
    const answer = await submit(this.#ports, entry, {
      signal,
      onProgress: (progress) => {
        onSignOfLife()
        this.#progress.set(entry.id, progress)
        this.#publish()
      },
      onUploaded: (body) => {
        if (this.#find(entry.id)) this.#put({ ...entry, body })
      },
    })
    if (this.#isOver) return 'empty'
    if (!isFailure(answer)) this.#sent(partnerId, answer.message)
    else if (isTransient(answer)) return { failed: answer }
    else if (this.#find(entry.id)) {
      const { code, message } = answer
      this.#put({ ...(this.#find(entry.id) ?? entry), refused: { code, sentence: message } })
    }
    return 'done'
  }

  #publish(): void {
    const byPartner = Map.groupBy(this.#ports.storage.all().sort(inOrder), ({ partnerId }) => partnerId)
    this.#pending = new Map(
      [...byPartner].map(([partnerId, entries]) => {
        const trouble = this.#queues.get(partnerId)?.trouble() ?? null
        const next = entries.map((entry) => pendingOf(entry, trouble, this.#progress.get(entry.id) ?? null))
        return [partnerId, next]
      }),
    )
    for (const listener of [...this.#listeners]) listener()
  }
}
