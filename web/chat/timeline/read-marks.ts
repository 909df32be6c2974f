import type { ChatSyncState } from '#contract/chat/chat.ts'
import { isFailure } from '#contract/core/client.ts'
import type { ChatWorld } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isPassing } from '../outbox/transient-failure.ts'

/** Several messages in a row are read with one request. */
const readDebounceMs = 300

interface ReadMarkPorts extends Pick<ChatWorld, 'clock' | 'isVisible'> {
  markReads(upToSeq: number): ReturnType<ChatWorld['api']['markReads']>
  /** The partner's newest message that is shown and unread; 0 for none. */
  newestUnreadSeq(): number
  /** @param unread over all conversations */
  onRead(ownReadSeq: ChatSyncState['ownReadSeq'], unread: number): void
}

/** Tells the server what was read: what the person has before his eyes, each message once. */
export class ReadMarks {
  readonly #ports: ReadMarkPorts
  readonly #retry: Retry
  #isAtBottom = false
  #isAsking = false
  /** What the server refused to mark isn't asked for again. */
  #askedSeq = 0
  #cancelDebounce: (() => void) | null = null
  #isOver = false

  constructor(ports: ReadMarkPorts) {
    this.#ports = ports
    this.#retry = new Retry(ports.clock)
  }

  setAtBottom(isAtBottom: boolean): void {
    this.#isAtBottom = isAtBottom
    this.look()
  }

  /** Something may have become readable: a message came, the page is shown, the person scrolled down. */
  look(): void {
    if (this.#isOver || this.#isAsking || this.#cancelDebounce || this.#retry.isWaiting()) return
    if (this.#readableSeq() === 0) return
    this.#cancelDebounce = this.#ports.clock.after(readDebounceMs, () => {
      this.#cancelDebounce = null
      void this.#mark()
    })
  }

  wake(): void {
    this.#retry.wake()
    this.look()
  }

  stop(): void {
    this.#isOver = true
    this.#cancelDebounce?.()
    this.#retry.settle()
  }

  #readableSeq(): number {
    if (!this.#isAtBottom || !this.#ports.isVisible()) return 0
    const seq = this.#ports.newestUnreadSeq()
    return seq > this.#askedSeq ? seq : 0
  }

  async #mark(): Promise<void> {
    const seq = this.#readableSeq()
    if (seq === 0 || this.#isOver) return
    this.#isAsking = true
    const answer = await this.#ports.markReads(seq)
    this.#isAsking = false
    if (this.#isOver) return
    if (isFailure(answer) && isPassing(answer)) return this.#retry.later(() => void this.#mark())
    this.#retry.settle()
    this.#askedSeq = seq
    if (!isFailure(answer)) this.#ports.onRead(seq, answer.unread)
    this.look()
  }
}
