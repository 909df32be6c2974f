import type { chatEndpoints } from '#contract/chat/chat.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import type { Clock } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isTransient } from '../outbox/transient-failure.ts'

/** Which messages of a conversation. */
export type From = RequestOf<typeof chatEndpoints.getMoreMessages>['from']
export type MessagePage = OutputOf<typeof chatEndpoints.getMoreMessages>

interface LoadPorts {
  clock: Clock
  request(from: From): Promise<MessagePage | Failure>
  onPage(page: MessagePage): void
  onRefused(failure: Failure): void
  /** Called with the pages that load now. */
  onLoading(ways: ReadonlySet<From['at']>): void
}

/**
 * Pages of a conversation that are loading: several at a time, each of them once, with retries until it
 * succeeds.
 */
export class PageLoads {
  readonly #ports: LoadPorts
  readonly #running = new Map<string, { from: From; retry: Retry; done: Promise<void> }>()
  #isOver = false

  constructor(ports: LoadPorts) {
    this.#ports = ports
  }

  /** @returns when the page is there, or refused; the same page requested twice is the same promise */
  load(from: From): Promise<void> {
    const key = JSON.stringify(from)
    const known = this.#running.get(key)
    if (known) return known.done
    const retry = new Retry(this.#ports.clock)
    const done = this.#run(retry, from).then(() => {
      this.#running.delete(key)
      this.#publish()
    })
    this.#running.set(key, { from, retry, done })
    this.#publish()
    return done
  }

  wake(): void {
    for (const { retry } of this.#running.values()) retry.wake()
  }

  stop(): void {
    this.#isOver = true
    for (const { retry } of this.#running.values()) retry.settle()
  }

  async #run(retry: Retry, from: From): Promise<void> {
    const answer = await this.#ports.request(from)
    if (this.#isOver) return
    if (!isFailure(answer)) return this.#ports.onPage(answer)
    if (!isTransient(answer)) return this.#ports.onRefused(answer)
    await new Promise<void>((resolve) => retry.later(resolve))
    if (!this.#isOver) await this.#run(retry, from)
  }

  #publish(): void {
    this.#ports.onLoading(new Set([...this.#running.values()].map(({ from }) => from.at)))
  }
}
