import type { ChatMessage, ChatSyncState } from '#contract/chat/chat.ts'
import type { PendingMessage } from '../outbox/pending.ts'
import { indexOfSeq } from './seq-order.ts'
import { emptySyncState, newerSyncState } from './sync-state.ts'
import {
  type MessageRow,
  messageRow,
  type Neighbour,
  neighbourOf,
  type PendingRow,
  pendingNeighbour,
  pendingRow,
  type RowContext,
  sameRow,
  type TimelineRow,
} from './timeline-row.ts'

/**
 * What a conversation's screen renders; the same object until something changes, and the same row objects
 * except for the changed ones.
 */
export interface TimelineView {
  /** Messages by seq, then the pending ones. */
  readonly rows: readonly TimelineRow[]
  /** There are messages before the first row. */
  readonly hasOlder: boolean
  /** There are messages after the last one shown. */
  readonly hasNewer: boolean
  readonly syncState: ChatSyncState
}

/** The context of a row that is rendered again in the same step. */
const nobody: RowContext = { ownId: '', partnerReadSeq: 0, unreadLineSeq: 0 }

const newer = (one: ChatMessage, other: ChatMessage | undefined): ChatMessage =>
  other && other.revision > one.revision ? other : one

/**
 * The known part of one conversation. Pages, events and answers may arrive in any order and repeatedly: the
 * same ones always lead to the same view. A message costs a binary search and the copy of a list of pointers;
 * only its own row and the adjacent ones are updated.
 *
 * A message is shown when a page or an own send delivered it, or when it is adjacent to a shown one. An event
 * from elsewhere in the history is held until its surroundings are loaded.
 */
export class Timeline {
  readonly #ownId: string
  readonly #messages: ChatMessage[] = []
  readonly #shownIds = new Set<string>()
  readonly #aside = new Map<number, ChatMessage>()
  readonly #messageRows: MessageRow[] = []
  #pending: readonly PendingMessage[] = []
  #pendingRows: PendingRow[] = []
  #syncState: ChatSyncState = emptySyncState
  /** The conversation was seen without a message: its first one needs no page. */
  #isFromStart = false
  /** The viewer had read up to here when the conversation opened; null without a line. */
  #readBefore: number | null = null
  #view: TimelineView = { rows: [], hasOlder: false, hasNewer: false, syncState: emptySyncState }

  constructor(ownId: string) {
    this.#ownId = ownId
  }

  view(): TimelineView {
    return this.#view
  }

  /** Whether the message is shown. */
  has(id: string): boolean {
    return this.#shownIds.has(id)
  }

  /** The oldest message that is shown; 0 for none. */
  firstSeq(): number {
    return this.#messages[0]?.seq ?? 0
  }

  /** The newest message that is shown; 0 for none. */
  lastSeq(): number {
    return this.#messages.at(-1)?.seq ?? 0
  }

  /** The partner's newest message after this one; 0 for none. */
  lastSeqOfPartner(afterSeq: number): number {
    const message = this.#messages.findLast(
      ({ seq, senderId }) => seq <= afterSeq || senderId !== this.#ownId,
    )
    return message && message.seq > afterSeq ? message.seq : 0
  }

  /**
   * Adds a page of the history with the conversation's sync state. Its messages are shown wherever they are.
   */
  addPage(messages: readonly ChatMessage[], syncState: ChatSyncState): void {
    if (syncState.lastSeq === 0) this.#isFromStart = true
    this.#apply(messages, syncState, true)
  }

  /** Adds the answer to an own send. */
  addSent(message: ChatMessage): void {
    this.#apply([message], this.#syncState, true)
  }

  /** Adds what was sent or changed, from the socket or from a request after a gap. */
  addEvents(messages: readonly ChatMessage[], syncState: ChatSyncState): void {
    this.#apply(messages, syncState, false)
  }

  /** Sets all of the member's unconfirmed messages to this partner, in their order. */
  setPending(pending: readonly PendingMessage[]): void {
    this.#pending = pending
    this.#draw(new Set())
  }

  /** Draws a line above the partner's first message after this one; null draws none. */
  drawUnreadLine(readBefore: number | null): void {
    const before = this.#unreadLineSeq()
    this.#readBefore = readBefore
    this.#draw(new Set([before, this.#unreadLineSeq()]))
  }

  #apply(messages: readonly ChatMessage[], syncState: ChatSyncState, isAnchored: boolean): void {
    const before = { readSeq: this.#syncState.partnerReadSeq, lineSeq: this.#unreadLineSeq() }
    this.#syncState = newerSyncState(this.#syncState, syncState)
    const changed = new Set<number>()
    for (const message of messages) this.#put(message, isAnchored, changed)
    const first = this.#isFromStart ? this.#aside.get(1) : undefined
    if (first) this.#put(first, true, changed)
    const lineSeq = this.#unreadLineSeq()
    if (lineSeq !== before.lineSeq) changed.add(before.lineSeq).add(lineSeq)
    const end = indexOfSeq(this.#messages, this.#syncState.partnerReadSeq + 1)
    for (let index = indexOfSeq(this.#messages, before.readSeq + 1); index < end; index += 1) {
      changed.add(this.#messages[index]?.seq ?? 0)
    }
    this.#draw(changed)
  }

  /** @param changed collects the seqs whose rows have to be updated */
  #put(message: ChatMessage, isAnchored: boolean, changed: Set<number>): void {
    const { seq } = message
    const index = indexOfSeq(this.#messages, seq)
    const known = this.#messages[index]
    if (known?.seq === seq) {
      if (known.revision >= message.revision) return
      this.#messages[index] = message
      changed.add(seq)
      return
    }
    const latest = newer(message, this.#aside.get(seq))
    const isNext = known?.seq === seq + 1 || (index > 0 && this.#messages[index - 1]?.seq === seq - 1)
    if (!isAnchored && !isNext && !(this.#isFromStart && seq === 1)) {
      this.#aside.set(seq, latest)
      return
    }
    this.#aside.delete(seq)
    this.#messages.splice(index, 0, latest)
    this.#messageRows.splice(index, 0, messageRow(latest, undefined, undefined, nobody))
    this.#shownIds.add(latest.id)
    changed.add(seq)
    for (const beside of [seq - 1, seq + 1]) {
      const waiting = this.#aside.get(beside)
      if (waiting) this.#put(waiting, true, changed)
    }
  }

  /** The partner's first message after the read ones, if all between is known; 0 without a line. */
  #unreadLineSeq(): number {
    if (this.#readBefore === null) return 0
    let seq = this.#readBefore + 1
    for (let index = indexOfSeq(this.#messages, seq); ; index += 1, seq += 1) {
      const message = this.#messages[index]
      if (message?.seq !== seq) return 0
      if (message.senderId !== this.#ownId) return seq
    }
  }

  #context(): RowContext {
    return {
      ownId: this.#ownId,
      partnerReadSeq: this.#syncState.partnerReadSeq,
      unreadLineSeq: this.#unreadLineSeq(),
    }
  }

  /**
   * Updates the rows of these seqs, the adjacent ones and the pending ones, and publishes a new view if any
   * differs.
   */
  #draw(changed: ReadonlySet<number>): void {
    const context = this.#context()
    const pending = this.#pending.filter(({ id }) => !this.#shownIds.has(id))
    const isPendingNew = this.#drawPending(pending, context)
    const indexes = new Set([this.#messages.length - 1])
    for (const seq of changed) {
      const index = indexOfSeq(this.#messages, seq)
      for (const near of [index - 1, index, index + 1]) indexes.add(near)
    }
    const afterLast = pending[0] && pendingNeighbour(pending[0], this.#ownId)
    let isMessageNew = false
    for (const index of indexes) {
      const message = this.#messages[index]
      if (!message) continue
      const after = this.#neighbour(index + 1) ?? afterLast
      const row = sameRow(
        this.#messageRows[index],
        messageRow(message, this.#neighbour(index - 1), after, context),
      )
      isMessageNew ||= row !== this.#messageRows[index]
      this.#messageRows[index] = row
    }
    const { rows, syncState } = this.#view
    const isMore = this.#messageRows.length + this.#pendingRows.length !== rows.length
    if (isMore || isMessageNew || isPendingNew || this.#syncState !== syncState) this.#publish()
  }

  /** @returns whether any of them changed */
  #drawPending(pending: readonly PendingMessage[], context: RowContext): boolean {
    const before = this.#pendingRows
    const known = new Map(before.map((row) => [row.key, row]))
    const neighbours = pending.map((each) => pendingNeighbour(each, this.#ownId))
    this.#pendingRows = pending.map((each, index) => {
      const above = neighbours[index - 1] ?? this.#neighbour(this.#messages.length - 1)
      return sameRow(known.get(each.id), pendingRow(each, above, neighbours[index + 1], context))
    })
    return (
      this.#pendingRows.length !== before.length ||
      this.#pendingRows.some((row, index) => row !== before[index])
    )
  }

  #neighbour(index: number): Neighbour | undefined {
    const message = this.#messages[index]
    return message && neighbourOf(message)
  }

  #publish(): void {
    this.#view = {
      rows: (this.#messageRows as TimelineRow[]).concat(this.#pendingRows),
      hasOlder: this.firstSeq() > 1,
      hasNewer: this.lastSeq() < this.#syncState.lastSeq,
      syncState: this.#syncState,
    }
  }
}
