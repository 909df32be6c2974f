import { type Failure, isFailure } from '#contract/core/client.ts'
import type { CallEntry, CallMatch } from '../call-entry.ts'
import type { CallPorts } from '../call-ports.ts'
import { requestRing } from './request-call.ts'

/** The ring of a page that dials, from its request until the page uses the answer. It may begin while the devices open. */
export class OwnRing {
  readonly #ports: Pick<CallPorts, 'api' | 'pageId'>
  readonly #entry: CallEntry
  readonly #isOver: () => boolean
  #requested: Promise<CallMatch | Failure> | null = null
  #placed: CallMatch | null = null
  #callId: string | null = null

  constructor(ports: Pick<CallPorts, 'api' | 'pageId'>, entry: CallEntry, isOver: () => boolean) {
    this.#ports = ports
    this.#entry = entry
    this.#isOver = isOver
  }

  /** It has been requested, and its answer isn't used yet. */
  get isOut(): boolean {
    return this.#requested !== null
  }

  /** Requests it, unless that has been done. */
  request(details: { callId: string; shownRate: number | null }): Promise<CallMatch | Failure> {
    if (this.#requested) return this.#requested
    const { api, pageId } = this.#ports
    const requested = requestRing(api, this.#entry, { ...details, pageId }, this.#isOver)
    this.#requested = requested
    this.#callId = details.callId
    void requested.then((answer) => {
      if (this.#requested === requested && !isFailure(answer)) this.#placed = answer
    })
    return requested
  }

  /** The answer is used. */
  consume(): void {
    this.#requested = null
    this.#placed = null
  }

  /**
   * The member gives up. A request whose answer got lost may ring all the same, and is ended without waiting.
   *
   * @returns what then rings and has to be ended, once that is known
   */
  async giveUp(): Promise<CallMatch | null> {
    const [answer, callId] = [await this.#requested, this.#callId]
    this.consume()
    if (!answer || !isFailure(answer)) return answer
    if (answer.code === 'serverFailure' && callId)
      void this.#ports.api.endCall({ callId }, { keepalive: true })
    return null
  }

  /** The screen is left: ends what rings. A request that is still on its way is ended when it is answered. */
  abandon(): void {
    const placed = this.#placed
    this.consume()
    if (placed) void this.#ports.api.endCall({ callId: placed.callId }, { keepalive: true })
  }
}
