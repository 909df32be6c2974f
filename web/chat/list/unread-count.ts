import { isFailure } from '#contract/core/client.ts'
import { observable, type Settable } from '#web/shell/observable.ts'
import type { ChatEnvironment } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isTransient } from '../outbox/transient-failure.ts'

/**
 * Events of different conversations this close to each other may arrive in another order than they were
 * counted in.
 */
const unsureMs = 1_000

/** Unread messages over all conversations, for the tab's badge. Null until it is known. */
export class UnreadCount {
  readonly value: Settable<number | null> = observable<number | null>(null)
  readonly #ports: Pick<ChatEnvironment, 'api' | 'events' | 'clock' | 'onWake'>
  readonly #retry: Retry
  readonly #stops: (() => void)[] = []
  /** Counts events: an answer that was requested before a newer event is dropped. */
  #version = 0
  #lastWord: { partnerId: string; at: number } | null = null
  #cancelCheck: (() => void) | null = null
  #isOver = false

  constructor(ports: Pick<ChatEnvironment, 'api' | 'events' | 'clock' | 'onWake'>) {
    this.#ports = ports
    this.#retry = new Retry(ports.clock)
  }

  start(): void {
    const { events, onWake } = this.#ports
    this.#stops.push(
      events.on('chat:changed', ({ partnerId, unread }) => this.update(partnerId, unread)),
      events.on('chat:read', ({ partnerId, unread }) => this.update(partnerId, unread)),
      events.on('chat:relisted', () => void this.refresh()),
      events.onUp(() => void this.refresh()),
      onWake(() => this.#retry.wake()),
    )
    void this.refresh()
  }

  stop(): void {
    this.#isOver = true
    this.#retry.settle()
    this.#cancelCheck?.()
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** Accepts a figure that the server reported with an event of a conversation. */
  update(partnerId: string, unread: number): void {
    const at = this.#ports.clock.now()
    const last = this.#lastWord
    this.#lastWord = { partnerId, at }
    this.#set(unread)
    if (!last || last.partnerId === partnerId || at - last.at >= unsureMs) return
    this.#cancelCheck ??= this.#ports.clock.after(unsureMs, () => {
      this.#cancelCheck = null
      void this.refresh()
    })
  }

  /** Something may have happened that the socket didn't report. */
  async refresh(): Promise<void> {
    this.#version += 1
    const version = this.#version
    const answer = await this.#ports.api.getUnreadCount({})
    if (this.#isOver || version !== this.#version) return
    if (!isFailure(answer)) {
      this.#retry.settle()
      this.#set(answer.unread)
    } else if (isTransient(answer)) this.#retry.later(() => void this.refresh())
  }

  #set(unread: number): void {
    this.#version += 1
    if (unread !== this.value.get()) this.value.set(unread)
  }
}
