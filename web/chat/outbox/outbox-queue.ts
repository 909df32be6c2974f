import type { Failure } from '#contract/core/client.ts'
import type { Clock } from '../member/chat-ports.ts'
import { Retry } from './retry.ts'

/** After so many failures the member is informed that messages don't get through; retries continue. */
const triesBeforeTrouble = 3
const msBeforeTrouble = 10_000
/** A request that has been silent this long when the network comes back is aborted. */
const hangingMs = 3_000

/**
 * The result of an attempt to send the first message: sent or refused, to be retried, or nothing left to
 * send.
 */
export type Attempt = 'done' | 'empty' | { failed: Failure }

interface QueuePorts {
  clock: Clock
  /** Runs alone among the tabs. */
  lock(run: () => Promise<void>): Promise<void>
  /**
   * Sends the first message that waits.
   * @param onSignOfLife to be called whenever some of it gets through meanwhile
   */
  attempt(signal: AbortSignal, onSignOfLife: () => void): Promise<Attempt>
  onTrouble(): void
}

/** The messages to one partner: one at a time, the next one after the answer to the one before. */
export class OutboxQueue {
  readonly #ports: QueuePorts
  readonly #retry: Retry
  #isRunning = false
  #isWanted = false
  #isOver = false
  #flight: { aliveAt: number; abort: AbortController } | null = null
  /** When the first of the failures in a row began. */
  #failingSince: number | null = null
  #trouble: Failure | null = null

  constructor(ports: QueuePorts) {
    this.#ports = ports
    this.#retry = new Retry(ports.clock)
  }

  /** Why nothing gets through; null while it does, or after too few attempts. */
  trouble(): Failure | null {
    return this.#trouble
  }

  /** There is something to send; after a failure it waits for its turn. */
  schedule(): void {
    if (!this.#retry.isWaiting()) void this.#run()
  }

  /** The network may be back, or the member asked for a retry. */
  wake(): void {
    const flight = this.#flight
    if (flight && this.#ports.clock.now() - flight.aliveAt >= hangingMs) {
      this.#isWanted = true
      flight.abort.abort()
    }
    this.#retry.wake()
  }

  /** The request under way needs no answer any more. */
  abandon(): void {
    this.#isWanted = true
    this.#flight?.abort.abort()
  }

  clearTrouble(): void {
    this.#failingSince = null
    this.#trouble = null
  }

  stop(): void {
    this.#isOver = true
    this.#retry.settle()
    this.#flight?.abort.abort()
  }

  async #run(): Promise<void> {
    this.#isWanted = true
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#isWanted && !this.#isOver) {
      this.#isWanted = false
      await this.#ports.lock(() => this.#drain())
    }
    this.#isRunning = false
  }

  async #drain(): Promise<void> {
    while (!this.#isOver) {
      const abort = new AbortController()
      const startedAt = this.#ports.clock.now()
      const flight = { aliveAt: startedAt, abort }
      this.#flight = flight
      const outcome = await this.#ports.attempt(abort.signal, () => {
        flight.aliveAt = this.#ports.clock.now()
      })
      this.#flight = null
      if (this.#isOver || outcome === 'empty') return
      if (outcome === 'done') {
        this.#retry.settle()
        this.clearTrouble()
      } else if (!abort.signal.aborted) {
        return this.#fail(outcome.failed, startedAt)
      }
    }
  }

  #fail(failure: Failure, startedAt: number): void {
    this.#failingSince ??= startedAt
    this.#retry.later(() => void this.#run())
    const isLong = this.#ports.clock.now() - this.#failingSince >= msBeforeTrouble
    // A server that asks to wait is no reason to inform the member yet.
    if (this.#retry.failures() < triesBeforeTrouble && !isLong) return
    this.#trouble = failure
    this.#ports.onTrouble()
  }
}
