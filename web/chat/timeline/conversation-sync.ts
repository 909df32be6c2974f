import type { ChatMessage, ChatPartner, ChatSyncState } from '#contract/chat/chat.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import type { ChatWorld } from '../member/chat-ports.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { PendingMessage } from '../outbox/pending.ts'
import { Retry } from '../outbox/retry.ts'
import { isPassing } from '../outbox/transient-failure.ts'
import { CatchUp } from './catch-up.ts'
import { type From, PageLoads } from './page-loads.ts'
import { ReadMarks } from './read-marks.ts'
import { Timeline, type TimelineView } from './timeline.ts'

export interface ConversationView extends TimelineView {
  stage: 'loading' | 'ready' | 'refused'
  /** Why the conversation isn't shown; while it loads, that nothing comes through (it is tried on). */
  sentence: string | null
  partner: ChatPartner | null
  /** What a message costs the viewer, as the server said last; 0 is free. */
  pricePoints: number
  isLoadingOlder: boolean
  isLoadingNewer: boolean
}

export interface ConversationPorts extends ChatWorld {
  outbox: Pick<Outbox, 'pendingTo' | 'subscribe' | 'onSent'>
  /** Unread messages over all conversations, as the answer to a read mark tells. */
  onUnread(unread: number): void
}

/** One open conversation, kept true to the server's. No DOM and no React. */
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
  /** What was heard before the first page. */
  #early: { messages: readonly ChatMessage[]; standing: ChatSyncState }[] = []
  #earlySent: ChatMessage[] = []
  /** Messages refused for another price than they were sent with. */
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
      changedSince: (revision) => this.#ask({ at: 'changedSince', revision }),
      onChanges: ({ messages, standing, partner, pricePoints }) => {
        this.#timeline.addNews(messages, standing)
        this.store.update({ stage: 'ready', sentence: null, partner, pricePoints })
        this.#show()
      },
      onRefused: (failure) => this.#refuse(failure),
    })
    this.#loads = new PageLoads({
      clock,
      ask: (from) => this.#ask(from),
      onPage: ({ messages, standing, partner, pricePoints }) => {
        this.#timeline.addPage(messages, standing)
        this.store.update({ partner, pricePoints })
        this.#show()
        this.#catchUp.hear([], standing.revision)
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
        this.#hear([], { ...this.#timeline.view().standing, ownReadSeq })
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
    const { news, outbox, onWake } = this.#ports
    const isHere = (partnerId: string) => partnerId === this.#partnerId
    this.#stops.push(
      news.on('chat:changed', ({ partnerId, message, standing }) => {
        if (isHere(partnerId)) this.#hear([message], standing)
      }),
      news.on('chat:read', ({ partnerId, standing }) => {
        if (isHere(partnerId)) this.#hear([], standing)
      }),
      news.on('chat:relisted', () => this.#askWhetherShown()),
      news.onUp(() => this.nudge()),
      onWake(() => this.#wake()),
      outbox.subscribe(() => this.#showPending()),
      outbox.onSent((partnerId, message) => {
        if (isHere(partnerId)) this.#takeSent(message)
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

  /** Something may have happened that the socket didn't tell, as when a new chat was polled: asks what changed. */
  nudge(): void {
    this.#first.wake()
    this.#catchUp.ask()
  }

  /** The person sees the newest row, or not any more. */
  setAtBottom(isAtBottom: boolean): void {
    this.#reads.setAtBottom(isAtBottom)
  }

  /** The message is shown here. */
  has(messageId: string): boolean {
    return this.#timeline.has(messageId)
  }

  /** The page above the first row. Asked for again while it loads, it is the same one; tried until it comes. */
  loadOlder(): Promise<void> {
    const seq = this.#timeline.firstSeq()
    return seq > 1 ? this.#load({ at: 'before', seq }) : Promise.resolve()
  }

  /** The page below the last row. */
  loadNewer(): Promise<void> {
    const { hasNewer } = this.#timeline.view()
    return hasNewer ? this.#load({ at: 'after', seq: this.#timeline.lastSeq() }) : Promise.resolve()
  }

  /** The newest page, wherever the person is; what lies between stays a gap. */
  loadNewest(): Promise<void> {
    return this.#timeline.view().hasNewer ? this.#load({ at: 'newest' }) : Promise.resolve()
  }

  /** A page of the gap that ends above this message, for who comes from below. */
  fillAbove(seq: number): Promise<void> {
    return this.#load({ at: 'before', seq })
  }

  /** A page of the gap that begins below this message, for who comes from above. */
  fillBelow(seq: number): Promise<void> {
    return this.#load({ at: 'after', seq })
  }

  /** A block was set or lifted, perhaps the one between these two. */
  #askWhetherShown(): void {
    const wasNeverShown = !this.#catchUp.hasBegun() && this.store.get().stage === 'refused'
    if (wasNeverShown) void this.#loadFirst()
    else this.nudge()
  }

  #ask(from: From): ReturnType<ChatWorld['api']['getMoreMessages']> {
    return this.#ports.api.getMoreMessages({ partnerId: this.#partnerId, from })
  }

  async #loadFirst(): Promise<void> {
    const answer = await this.#ask({ at: 'unread' })
    if (this.#isOver) return
    if (isFailure(answer)) {
      if (!isPassing(answer)) return this.#refuse(answer)
      this.store.update({ sentence: answer.message })
      return this.#first.later(() => void this.#loadFirst())
    }
    const { messages, standing, partner, pricePoints } = answer
    this.#first.settle()
    this.#timeline.addPage(messages, standing)
    const isUnread = messages.some(
      ({ seq, senderId }) => seq > standing.ownReadSeq && senderId === partner.id,
    )
    this.#timeline.drawUnreadLine(isUnread ? standing.ownReadSeq : null)
    this.store.update({ stage: 'ready', sentence: null, partner, pricePoints })
    this.#show()
    this.#catchUp.begin(standing.revision)
    for (const { messages, standing } of this.#early.splice(0)) this.#hear(messages, standing)
    for (const message of this.#earlySent.splice(0)) this.#takeSent(message)
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

  #hear(messages: readonly ChatMessage[], standing: ChatSyncState): void {
    if (!this.#catchUp.hasBegun()) {
      this.#early.push({ messages, standing })
      return
    }
    // A late word of a message that isn't here: its page tells how it is now.
    const usable = messages.filter((each) => this.#timeline.has(each.id) || !this.#catchUp.isFromBefore(each))
    this.#timeline.addNews(usable, standing)
    this.#show()
    this.#catchUp.hear(messages, standing.revision)
  }

  /** Shown at once, in the place of the pending one. */
  #takeSent(message: ChatMessage): void {
    this.#timeline.addSent(message)
    this.#show()
    if (!this.#catchUp.hasBegun()) this.#earlySent.push(message)
    else if (this.#catchUp.isFromBefore(message)) this.#catchUp.goBackTo(message.revision)
    else this.#catchUp.hear([message], message.revision)
  }

  #showPending(): void {
    const pending = this.#ports.outbox.pendingTo(this.#partnerId)
    this.#timeline.setPending(pending)
    this.#show()
    this.#learnPrice(pending)
  }

  /** A message was refused because the price has changed: asks for the new one, which its button shows then. */
  #learnPrice(pending: readonly PendingMessage[]): void {
    const known = this.#refusedForPrice
    const refused = pending.filter(
      ({ state }) => state.name === 'failed' && state.code === 'chatPriceChanged',
    )
    this.#refusedForPrice = new Set(refused.map(({ id }) => id))
    if (refused.some(({ id }) => !known.has(id))) this.nudge()
  }

  #show(): void {
    this.store.update(this.#timeline.view())
    this.#reads.look()
  }

  /** 0 as long as the newest messages aren't loaded: what nobody has seen isn't read. */
  #newestUnreadSeq(): number {
    const { hasNewer, standing } = this.#timeline.view()
    return hasNewer ? 0 : this.#timeline.lastSeqOfPartner(standing.ownReadSeq)
  }
}
