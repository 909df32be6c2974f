import type { ChatSyncState } from '#contract/chat/chat.ts'
import { isFailure } from '#contract/core/client.ts'
import type { ChatEnvironment } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isTransient } from '../outbox/transient-failure.ts'

/** Several messages in a row are marked as read with one request. */
const readDebounceMs = 300

interface ReadMarkPorts extends Pick<ChatEnvironment, 'clock' | 'isVisible'> {
  markReads(upToSeq: number): ReturnType<ChatEnvironment['api']['markReads']>
  /** The partner's newest message that is shown and unread; 0 for none. */
  newestUnreadSeq(): number
  /** @param unread over all conversations */
  onRead(ownReadSeq: ChatSyncState['ownReadSeq'], unread: number): void
}

/** Reports to the server what was read: what the member sees, each message once. */
export class ReadMarks {
  readonly #ports: ReadMarkPorts
  readonly #retry: Retry
  #isAtBottom = false
  #isSending = false
  /** A mark that the server refused isn't sent again. */
  #sentSeq = 0
  #cancelDebounce: (() => void) | null = null
  #isOver = false

  constructor(ports: ReadMarkPorts) {
    this.#ports = ports
    this.#retry = new Retry(ports.clock)
  }

  setAtBottom(isAtBottom: boolean): void {
    this.#isAtBottom = isAtBottom
    this.check()
  }

  /** Something may have become readable: a message arrived, the page is shown, the member scrolled down. */
  check(): void {
    if (this.#isOver || this.#isSending || this.#cancelDebounce || this.#retry.isWaiting()) return
    if (this.#readableSeq() === 0) return
    this.#cancelDebounce = this.#ports.clock.after(readDebounceMs, () => {
      this.#cancelDebounce = null
      void this.#mark()
    })
  }

  wake(): void {
    this.#retry.wake()
    this.check()
  }

  stop(): void {
    this.#isOver = true
    this.#cancelDebounce?.()
    this.#retry.settle()
  }

  #readableSeq(): number {
    if (!this.#isAtBottom || !this.#ports.isVisible()) return 0
    const seq = this.#ports.newestUnreadSeq()
    return seq > this.#sentSeq ? seq : 0
  }

  async #mark(): Promise<void> {
    const seq = this.#readableSeq()
    if (seq === 0 || this.#isOver) return
    this.#isSending = true
    const answer = await this.#ports.markReads(seq)
    this.#isSending = false
    if (this.#isOver) return
    if (isFailure(answer) && isTransient(answer)) return this.#retry.later(() => void this.#mark())
    this.#retry.settle()
    this.#sentSeq = seq
    if (!isFailure(answer)) this.#ports.onRead(seq, answer.unread)
    this.check()
  }
}
