import { typingEveryMs, typingOverMs } from '#contract/chat/chat.ts'
import { observable, type Settable } from '#web/shell/observable.ts'
import type { ChatWorld } from '../member/chat-ports.ts'

/** Tells the partner that the member types, and knows whether the partner does. */
export class Typing {
  /** The partner types. */
  readonly isPartnerTyping: Settable<boolean> = observable(false)
  readonly #ports: Pick<ChatWorld, 'news' | 'clock'>
  readonly #partnerId: string
  readonly #stops: (() => void)[] = []
  #toldAt: number | null = null
  #cancelEnd: (() => void) | null = null

  constructor(ports: Pick<ChatWorld, 'news' | 'clock'>, partnerId: string) {
    this.#ports = ports
    this.#partnerId = partnerId
  }

  start(): void {
    const { news } = this.#ports
    this.#stops.push(
      news.on('chat:typing', ({ partnerId }) => {
        if (partnerId === this.#partnerId) this.#show()
      }),
      // Who has sent doesn't type any more.
      news.on('chat:changed', ({ partnerId, message }) => {
        if (partnerId === this.#partnerId && message.senderId === partnerId) this.#hide()
      }),
    )
  }

  stop(): void {
    this.#hide()
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** The text changed by a key, and isn't empty. */
  typed(): void {
    const now = this.#ports.clock.now()
    if (this.#toldAt !== null && now - this.#toldAt < typingEveryMs) return
    this.#toldAt = now
    this.#ports.news.tellTyping(this.#partnerId)
  }

  /** The text was sent: the next key is told at once. */
  sent(): void {
    this.#toldAt = null
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
