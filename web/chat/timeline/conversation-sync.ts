import type { ChatMessage, ChatPartner, ChatSyncState } from '#contract/chat/chat.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import type { ChatEnvironment } from '../member/chat-ports.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { PendingMessage } from '../outbox/pending.ts'
import { Retry } from '../outbox/retry.ts'
import { isTransient } from '../outbox/transient-failure.ts'
import { CatchUp } from './catch-up.ts'
import { type From, PageLoads } from './page-loads.ts'
import { ReadMarks } from './read-marks.ts'
import { Timeline, type TimelineView } from './timeline.ts'

export interface ConversationView extends TimelineView {
  stage: 'loading' | 'ready' | 'refused'
  /** Why the conversation isn't shown; while it loads, that no answer arrives (retries continue). */
  sentence: string | null
  partner: ChatPartner | null
  /** What a message costs the viewer, as the server said last; 0 is free. */
  pricePoints: number
  isLoadingOlder: boolean
  isLoadingNewer: boolean
}

export interface ConversationPorts extends ChatEnvironment {
  outbox: Pick<Outbox, 'pendingTo' | 'subscribe' | 'onSent'>
  /** Unread messages over all conversations, from the answer to a read mark. */
  onUnread(unread: number): void
}

/** One open conversation in step with the server's. No DOM and no React. */
export class ConversationSync {
  readonly store: Store<ConversationView>
  readonly #ports: ConversationPorts
  readonly #partnerId: string
  readonly #timeline: Timeline
  readonly #catchUp: CatchUp
  readonly #reads: ReadMarks
  readonly #first: Retry
  readonly #loads: PageLoads
  readonly #stops: (() => void)[] = []
  /** Events that arrived before the first page. */
  #early: { messages: readonly ChatMessage[]; syncState: ChatSyncState }[] = []
  #earlySent: ChatMessage[] = []
  /** Messages refused because they were sent with an outdated price. */
  #refusedForPrice: ReadonlySet<string> = new Set()
  #isOver = false

  constructor(ports: ConversationPorts, { ownId, partnerId }: { ownId: string; partnerId: string }) {
    const { clock } = ports
    this.#ports = ports
    this.#partnerId = partnerId
    this.#timeline = new Timeline(ownId)
    this.#first = new Retry(clock)
    this.#catchUp = new CatchUp({
      clock,
      changedSince: (revision) => this.#request({ at: 'changedSince', revision }),
      onChanges: ({ messages, syncState, partner, pricePoints }) => {
        this.#timeline.addEvents(messages, syncState)
        this.store.update({ stage: 'ready', sentence: null, partner, pricePoints })
        this.#show()
      },
      onRefused: (failure) => this.#refuse(failure),
    })
    this.#loads = new PageLoads({
      clock,
      request: (from) => this.#request(from),
      onPage: ({ messages, syncState, partner, pricePoints }) => {
        this.#timeline.addPage(messages, syncState)
        this.store.update({ partner, pricePoints })
        this.#show()
        this.#catchUp.receive([], syncState.revision)
      },
      onRefused: (failure) => this.#refuse(failure),
      onLoading: (ways) =>
        this.store.update({
          isLoadingOlder: ways.has('before'),
          isLoadingNewer: ways.has('after') || ways.has('newest'),
        }),
    })
    this.#reads = new ReadMarks({
      ...ports,
      markReads: (upToSeq) => ports.api.markReads({ partnerId, upToSeq }),
      newestUnreadSeq: () => this.#newestUnreadSeq(),
      onRead: (ownReadSeq, unread) => {
        this.#receive([], { ...this.#timeline.view().syncState, ownReadSeq })
        ports.onUnread(unread)
      },
    })
    this.store = createStore<ConversationView>({
      ...this.#timeline.view(),
      stage: 'loading',
      sentence: null,
      partner: null,
      pricePoints: 0,
      isLoadingOlder: false,
      isLoadingNewer: false,
    })
  }

  start(): void {
    const { events, outbox, onWake } = this.#ports
    const isHere = (partnerId: string) => partnerId === this.#partnerId
    this.#stops.push(
      events.on('chat:changed', ({ partnerId, message, syncState }) => {
        if (isHere(partnerId)) this.#receive([message], syncState)
      }),
      events.on('chat:read', ({ partnerId, syncState }) => {
        if (isHere(partnerId)) this.#receive([], syncState)
      }),
      events.on('chat:relisted', () => this.#checkAccess()),
      events.onUp(() => this.nudge()),
      onWake(() => this.#wake()),
      outbox.subscribe(() => this.#showPending()),
      outbox.onSent((partnerId, message) => {
        if (isHere(partnerId)) this.#addSent(message)
      }),
    )
    this.#showPending()
    void this.#loadFirst()
  }

  stop(): void {
    this.#isOver = true
    this.#catchUp.stop()
    this.#reads.stop()
    this.#first.settle()
    this.#loads.stop()
    for (const stop of this.#stops.splice(0)) stop()
  }

  /**
   * Something may have happened that the socket didn't report, as when a new chat was polled: fetches the
   * changes.
   */
  nudge(): void {
    this.#first.wake()
    this.#catchUp.fetch()
  }

  /** Whether the member sees the newest row. */
  setAtBottom(isAtBottom: boolean): void {
    this.#reads.setAtBottom(isAtBottom)
  }

  /** Whether the message is shown here. */
  has(messageId: string): boolean {
    return this.#timeline.has(messageId)
  }

  /**
   * Loads the page above the first row, with retries. A second call while it loads returns the same promise.
   */
  loadOlder(): Promise<void> {
    const seq = this.#timeline.firstSeq()
    return seq > 1 ? this.#load({ at: 'before', seq }) : Promise.resolve()
  }

  /** Loads the page below the last row. */
  loadNewer(): Promise<void> {
    const { hasNewer } = this.#timeline.view()
    return hasNewer ? this.#load({ at: 'after', seq: this.#timeline.lastSeq() }) : Promise.resolve()
  }

  /** Loads the newest page, wherever the member is; what lies between stays a gap. */
  loadNewest(): Promise<void> {
    return this.#timeline.view().hasNewer ? this.#load({ at: 'newest' }) : Promise.resolve()
  }

  /** Loads a page of the gap that ends above this message, for a member who scrolls up. */
  fillAbove(seq: number): Promise<void> {
    return this.#load({ at: 'before', seq })
  }

  /** Loads a page of the gap that begins below this message, for a member who scrolls down. */
  fillBelow(seq: number): Promise<void> {
    return this.#load({ at: 'after', seq })
  }

  /** A block was set or lifted, perhaps the one between these two. */
  #checkAccess(): void {
    const wasNeverShown = !this.#catchUp.hasBegun() && this.store.get().stage === 'refused'
    if (wasNeverShown) void this.#loadFirst()
    else this.nudge()
  }

  #request(from: From): ReturnType<ChatEnvironment['api']['getMoreMessages']> {
    return this.#ports.api.getMoreMessages({ partnerId: this.#partnerId, from })
  }

  async #loadFirst(): Promise<void> {
    const answer = await this.#request({ at: 'unread' })
    if (this.#isOver) return
    if (isFailure(answer)) {
      if (!isTransient(answer)) return this.#refuse(answer)
      this.store.update({ sentence: answer.message })
      return this.#first.later(() => void this.#loadFirst())
    }
    const { messages, syncState, partner, pricePoints } = answer
    this.#first.settle()
    this.#timeline.addPage(messages, syncState)
    const isUnread = messages.some(
      ({ seq, senderId }) => seq > syncState.ownReadSeq && senderId === partner.id,
    )
    this.#timeline.drawUnreadLine(isUnread ? syncState.ownReadSeq : null)
    this.store.update({ stage: 'ready', sentence: null, partner, pricePoints })
    this.#show()
    this.#catchUp.begin(syncState.revision)
    for (const { messages, syncState } of this.#early.splice(0)) this.#receive(messages, syncState)
    for (const message of this.#earlySent.splice(0)) this.#addSent(message)
  }

  #load(from: From): Promise<void> {
    return this.store.get().stage === 'ready' ? this.#loads.load(from) : Promise.resolve()
  }

  #wake(): void {
    this.#first.wake()
    this.#loads.wake()
    this.#catchUp.wake()
    this.#reads.wake()
  }

  #refuse({ message }: Failure): void {
    this.store.update({ stage: 'refused', sentence: message })
  }

  #receive(messages: readonly ChatMessage[], syncState: ChatSyncState): void {
    if (!this.#catchUp.hasBegun()) {
      this.#early.push({ messages, syncState })
      return
    }
    // A late event of a message that isn't loaded: its page contains its current state.
    const usable = messages.filter((each) => this.#timeline.has(each.id) || !this.#catchUp.isFromBefore(each))
    this.#timeline.addEvents(usable, syncState)
    this.#show()
    this.#catchUp.receive(messages, syncState.revision)
  }

  /** Shown at once, in place of the pending one. */
  #addSent(message: ChatMessage): void {
    this.#timeline.addSent(message)
    this.#show()
    if (!this.#catchUp.hasBegun()) this.#earlySent.push(message)
    else if (this.#catchUp.isFromBefore(message)) this.#catchUp.goBackTo(message.revision)
    else this.#catchUp.receive([message], message.revision)
  }

  #showPending(): void {
    const pending = this.#ports.outbox.pendingTo(this.#partnerId)
    this.#timeline.setPending(pending)
    this.#show()
    this.#fetchPrice(pending)
  }

  /**
   * A message was refused because the price has changed: fetches the new one, which its button then shows.
   */
  #fetchPrice(pending: readonly PendingMessage[]): void {
    const known = this.#refusedForPrice
    const refused = pending.filter(
      ({ state }) => state.name === 'failed' && state.code === 'chatPriceChanged',
    )
    this.#refusedForPrice = new Set(refused.map(({ id }) => id))
    if (refused.some(({ id }) => !known.has(id))) this.nudge()
  }

  #show(): void {
    this.store.update(this.#timeline.view())
    this.#reads.check()
  }

  /** 0 while the newest messages aren't loaded: what nobody has seen isn't read. */
  #newestUnreadSeq(): number {
    const { hasNewer, syncState } = this.#timeline.view()
    return hasNewer ? 0 : this.#timeline.lastSeqOfPartner(syncState.ownReadSeq)
  }
}
