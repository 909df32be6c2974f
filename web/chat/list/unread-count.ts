import { isFailure } from '#contract/core/client.ts'
import { observable, type Settable } from '#web/shell/observable.ts'
import type { ChatWorld } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isPassing } from '../outbox/transient-failure.ts'

/**
 * Events of different conversations this close to each other may arrive in another order than they were
 * counted in.
 */
const unsureMs = 1_000

/** Unread messages over all conversations, for the tab's badge. Null until it is known. */
export class UnreadCount {
  readonly value: Settable<number | null> = observable<number | null>(null)
  readonly #ports: Pick<ChatWorld, 'api' | 'news' | 'clock' | 'onWake'>
  readonly #retry: Retry
  readonly #stops: (() => void)[] = []
  /** Counts events: an answer that was requested before a newer event is dropped. */
  #words = 0
  #lastWord: { partnerId: string; at: number } | null = null
  #cancelCheck: (() => void) | null = null
  #isOver = false

  constructor(ports: Pick<ChatWorld, 'api' | 'news' | 'clock' | 'onWake'>) {
    this.#ports = ports
    this.#retry = new Retry(ports.clock)
  }

  start(): void {
    const { news, onWake } = this.#ports
    this.#stops.push(
      news.on('chat:changed', ({ partnerId, unread }) => this.take(partnerId, unread)),
      news.on('chat:read', ({ partnerId, unread }) => this.take(partnerId, unread)),
      news.on('chat:relisted', () => void this.ask()),
      news.onUp(() => void this.ask()),
      onWake(() => this.#retry.wake()),
    )
    void this.ask()
  }

  stop(): void {
    this.#isOver = true
    this.#retry.settle()
    this.#cancelCheck?.()
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** Accepts a figure that the server reported with an event of a conversation. */
  take(partnerId: string, unread: number): void {
    const at = this.#ports.clock.now()
    const last = this.#lastWord
    this.#lastWord = { partnerId, at }
    this.#set(unread)
    if (!last || last.partnerId === partnerId || at - last.at >= unsureMs) return
    this.#cancelCheck ??= this.#ports.clock.after(unsureMs, () => {
      this.#cancelCheck = null
      void this.ask()
    })
  }

  /** Something may have happened that the socket didn't report. */
  async ask(): Promise<void> {
    this.#words += 1
    const words = this.#words
    const answer = await this.#ports.api.getUnreadCount({})
    if (this.#isOver || words !== this.#words) return
    if (!isFailure(answer)) {
      this.#retry.settle()
      this.#set(answer.unread)
    } else if (isPassing(answer)) this.#retry.later(() => void this.ask())
  }

  #set(unread: number): void {
    this.#words += 1
    if (unread !== this.value.get()) this.value.set(unread)
  }
}
