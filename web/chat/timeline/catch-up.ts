import type { ChatMessage, ChatSyncState } from '#contract/chat/chat.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import type { Clock } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isTransient } from '../outbox/transient-failure.ts'
import type { MessagePage } from './page-loads.ts'

/** A missing change may only be late: the page waits this long before it fetches it. */
const missTimeoutMs = 300

interface CatchUpPorts {
  clock: Clock
  /** What was added or changed after a revision, oldest change first. */
  changedSince(revision: number): Promise<MessagePage | Failure>
  onChanges(page: MessagePage): void
  /** The viewer may no longer see the conversation. */
  onRefused(failure: Failure): void
}

/** Knows up to which revision every change of a conversation was received, and fetches what is missing. */
export class CatchUp {
  readonly #ports: CatchUpPorts
  readonly #retry: Retry
  /** Every change up to this one is known; null before the first page. */
  #known: number | null = null
  /** The revision of the first page: of earlier changes only those of that page's messages are known. */
  #begunAt: number | null = null
  /** Changes that were received out of order. */
  readonly #received = new Set<number>()
  /**
   * The revision from which the next request has to start, although later changes of other messages are
   * known.
   */
  #backTo = Number.POSITIVE_INFINITY
  /** The newest revision reported by any source. */
  #newest = 0
  #isFetching = false
  #mustFetchAgain = false
  #cancelPatience: (() => void) | null = null
  #isOver = false

  constructor(ports: CatchUpPorts) {
    this.#ports = ports
    this.#retry = new Retry(ports.clock)
  }

  /** The first page shows the conversation as of this revision. */
  begin(revision: number): void {
    this.#known = revision
    this.#begunAt = revision
    this.receive([], revision)
    if (this.#mustFetchAgain) this.fetch()
  }

  hasBegun(): boolean {
    return this.#begunAt !== null
  }

  /**
   * The state is from before the first page: the message may have changed since without an event for this
   * page.
   */
  isFromBefore({ revision }: ChatMessage): boolean {
    return this.#begunAt !== null && revision <= this.#begunAt
  }

  /** A message is shown as of this revision: fetches what changed since. */
  goBackTo(revision: number): void {
    this.#backTo = Math.min(this.#backTo, revision)
    this.fetch()
  }

  /** @param newest the conversation's revision, as reported with these messages */
  receive(messages: readonly ChatMessage[], newest: ChatSyncState['revision']): void {
    for (const { revision } of messages) this.#received.add(revision)
    this.#newest = Math.max(this.#newest, newest, ...messages.map(({ revision }) => revision))
    this.#advance()
    if (!this.#isBehind() || this.#cancelPatience) return
    this.#cancelPatience = this.#ports.clock.after(missTimeoutMs, () => {
      this.#cancelPatience = null
      if (this.#isBehind()) this.fetch()
    })
  }

  /** Fetches what changed, whether or not anything is known to be missing. */
  fetch(): void {
    this.#mustFetchAgain = true
    // The first page may have left the server before the requested change.
    if (this.#known === null || this.#isFetching || this.#retry.isWaiting() || this.#isOver) return
    void this.#run()
  }

  wake(): void {
    this.#retry.wake()
  }

  stop(): void {
    this.#isOver = true
    this.#cancelPatience?.()
    this.#retry.settle()
  }

  #isBehind(): boolean {
    return this.#known !== null && this.#known < this.#newest
  }

  #advance(): void {
    if (this.#known === null) return
    while (this.#received.delete(this.#known + 1)) this.#known += 1
    for (const revision of this.#received) if (revision <= this.#known) this.#received.delete(revision)
  }

  async #run(): Promise<void> {
    this.#isFetching = true
    while (this.#mustFetchAgain && !this.#isOver) {
      this.#mustFetchAgain = false
      const since = Math.min(this.#known ?? 0, this.#backTo)
      // From here on: an answer to an earlier request doesn't cover it.
      this.#backTo = Number.POSITIVE_INFINITY
      this.#known = since
      const answer = await this.#ports.changedSince(since)
      if (this.#isOver) return
      if (isFailure(answer)) {
        this.#isFetching = false
        if (!isTransient(answer)) return this.#ports.onRefused(answer)
        this.#mustFetchAgain = true
        this.#retry.later(() => void this.#run())
        return
      }
      this.#retry.settle()
      this.#apply(answer)
    }
    this.#isFetching = false
  }

  #apply(page: MessagePage): void {
    const last = page.messages.at(-1)?.revision
    // A page that claims there is more and contains nothing would be requested without end.
    const isLast = !page.more || last === undefined
    this.#known = Math.max(this.#known ?? 0, isLast ? page.syncState.revision : last)
    this.receive(page.messages, page.syncState.revision)
    if (!isLast) this.#mustFetchAgain = true
    this.#ports.onChanges(page)
  }
}
