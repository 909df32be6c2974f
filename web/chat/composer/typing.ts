import { typingEveryMs, typingOverMs } from '#contract/chat/chat.ts'
import { observable, type Settable } from '#web/shell/observable.ts'
import type { ChatEnvironment } from '../member/chat-ports.ts'

/** Reports to the partner that the member types, and knows whether the partner does. */
export class Typing {
  /** Whether the partner types. */
  readonly isPartnerTyping: Settable<boolean> = observable(false)
  readonly #ports: Pick<ChatEnvironment, 'events' | 'clock'>
  readonly #partnerId: string
  readonly #stops: (() => void)[] = []
  #reportedAt: number | null = null
  #cancelEnd: (() => void) | null = null

  constructor(ports: Pick<ChatEnvironment, 'events' | 'clock'>, partnerId: string) {
    this.#ports = ports
    this.#partnerId = partnerId
  }

  start(): void {
    const { events } = this.#ports
    this.#stops.push(
      events.on('chat:typing', ({ partnerId }) => {
        if (partnerId === this.#partnerId) this.#show()
      }),
      // A partner whose message arrived no longer types.
      events.on('chat:changed', ({ partnerId, message }) => {
        if (partnerId === this.#partnerId && message.senderId === partnerId) this.#hide()
      }),
    )
  }

  stop(): void {
    this.#hide()
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** The text was changed by a key, and isn't empty. */
  typed(): void {
    const now = this.#ports.clock.now()
    if (this.#reportedAt !== null && now - this.#reportedAt < typingEveryMs) return
    this.#reportedAt = now
    this.#ports.events.sendTyping(this.#partnerId)
  }

  /** The text was sent: the next key is reported at once. */
  sent(): void {
    this.#reportedAt = null
  }

  #show(): void {
    this.#cancelEnd?.()
    this.#cancelEnd = this.#ports.clock.after(typingOverMs, () => this.#hide())
    if (!this.isPartnerTyping.get()) this.isPartnerTyping.set(true)
  }

  #hide(): void {
    this.#cancelEnd?.()
    this.#cancelEnd = null
    if (this.isPartnerTyping.get()) this.isPartnerTyping.set(false)
  }
}
