import type { ChatMessage, ChatSyncState } from '#contract/chat/chat.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import type { Clock } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isPassing } from '../outbox/transient-failure.ts'
import type { MessagePage } from './page-loads.ts'

/** What is on its way may only be late: whoever misses a change waits this long before he asks. */
const missPatienceMs = 300

interface CatchUpPorts {
  clock: Clock
  /** What came or changed after a revision, oldest change first. */
  changedSince(revision: number): Promise<MessagePage | Failure>
  onChanges(page: MessagePage): void
  /** The conversation isn't the viewer's to see any more. */
  onRefused(failure: Failure): void
}

/** Knows up to which revision every change of a conversation was heard, and asks for what is missing. */
export class CatchUp {
  readonly #ports: CatchUpPorts
  readonly #retry: Retry
  /** Every change up to this one is known; null before the first page. */
  #known: number | null = null
  /** The first page's: what changed before was heard only of that page's messages. */
  #begunAt: number | null = null
  /** Changes that were heard of out of turn. */
  readonly #heard = new Set<number>()
  /** From where the next question has to ask, although more is known of other messages. */
  #backTo = Number.POSITIVE_INFINITY
  /** The newest revision there is, as far as anybody said. */
  #newest = 0
  #isAsking = false
  #mustAskAgain = false
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
    this.hear([], revision)
    if (this.#mustAskAgain) this.ask()
  }

  hasBegun(): boolean {
    return this.#begunAt !== null
  }

  /** The word is from before the first page: the message may have changed since without anybody here hearing of it. */
  isFromBefore({ revision }: ChatMessage): boolean {
    return this.#begunAt !== null && revision <= this.#begunAt
  }

  /** A message is shown as of this revision: asks what changed since. */
  goBackTo(revision: number): void {
    this.#backTo = Math.min(this.#backTo, revision)
    this.ask()
  }

  /** @param newest the conversation's revision, as told with these messages */
  hear(messages: readonly ChatMessage[], newest: ChatSyncState['revision']): void {
    for (const { revision } of messages) this.#heard.add(revision)
    this.#newest = Math.max(this.#newest, newest, ...messages.map(({ revision }) => revision))
    this.#advance()
    if (!this.#isBehind() || this.#cancelPatience) return
    this.#cancelPatience = this.#ports.clock.after(missPatienceMs, () => {
      this.#cancelPatience = null
      if (this.#isBehind()) this.ask()
    })
  }

  /** Asks what changed, whether or not anything is known to be missing. */
  ask(): void {
    this.#mustAskAgain = true
    // The first page may have left the server before what is asked for.
    if (this.#known === null || this.#isAsking || this.#retry.isWaiting() || this.#isOver) return
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
    while (this.#heard.delete(this.#known + 1)) this.#known += 1
    for (const revision of this.#heard) if (revision <= this.#known) this.#heard.delete(revision)
  }

  async #run(): Promise<void> {
    this.#isAsking = true
    while (this.#mustAskAgain && !this.#isOver) {
      this.#mustAskAgain = false
      const since = Math.min(this.#known ?? 0, this.#backTo)
      // From here on: an answer to an earlier question says nothing of it.
      this.#backTo = Number.POSITIVE_INFINITY
      this.#known = since
      const answer = await this.#ports.changedSince(since)
      if (this.#isOver) return
      if (isFailure(answer)) {
        this.#isAsking = false
        if (!isPassing(answer)) return this.#ports.onRefused(answer)
        this.#mustAskAgain = true
        this.#retry.later(() => void this.#run())
        return
      }
      this.#retry.settle()
      this.#take(answer)
    }
    this.#isAsking = false
  }

  #take(page: MessagePage): void {
    const last = page.messages.at(-1)?.revision
    // A page that says there is more and brings nothing would be asked for without end.
    const isLast = !page.more || last === undefined
    this.#known = Math.max(this.#known ?? 0, isLast ? page.standing.revision : last)
    this.hear(page.messages, page.standing.revision)
    if (!isLast) this.#mustAskAgain = true
    this.#ports.onChanges(page)
  }
}
