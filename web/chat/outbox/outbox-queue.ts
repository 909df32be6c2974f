import type { Failure } from '#contract/core/client.ts'
import type { Clock } from '../member/chat-ports.ts'
import { Retry } from './retry.ts'

/** From here on the person is told that it doesn't get through, although it is tried on. */
const triesBeforeTrouble = 3
const msBeforeTrouble = 10_000
/** A request that has been silent this long when the network comes back is given up. */
const hangingMs = 3_000

/** What became of the try to send the first message: sent or refused, to be tried again, or nothing left to send. */
export type Attempt = 'done' | 'empty' | { failed: Failure }

interface LanePorts {
  clock: Clock
  /** Runs alone among the tabs. */
  lock(run: () => Promise<void>): Promise<void>
  /**
   * Sends the first message that waits.
   * @param onSignOfLife to be called as often as something gets through meanwhile
   */
  attempt(signal: AbortSignal, onSignOfLife: () => void): Promise<Attempt>
  onTrouble(): void
}

/** The messages to one partner: one at a time, the next one when the one before has its answer. */
export class OutboxQueue {
  readonly #ports: LanePorts
  readonly #retry: Retry
  #isRunning = false
  #isWanted = false
  #isOver = false
  #flight: { aliveAt: number; abort: AbortController } | null = null
  /** When the first of the failures in a row began. */
  #failingSince: number | null = null
  #trouble: Failure | null = null

  constructor(ports: LanePorts) {
    this.#ports = ports
    this.#retry = new Retry(ports.clock)
  }

  /** Why nothing gets through; null while it does, or hasn't been tried often enough. */
  trouble(): Failure | null {
    return this.#trouble
  }

  /** There is something to send; after a failure it waits for its turn. */
  want(): void {
    if (!this.#retry.isWaiting()) void this.#run()
  }

  /** The network may be back, or the person asked for it. */
  wake(): void {
    const flight = this.#flight
    if (flight && this.#ports.clock.now() - flight.aliveAt >= hangingMs) {
      this.#isWanted = true
      flight.abort.abort()
    }
    this.#retry.wake()
  }

  /** What was under way needs no answer any more. */
  letGo(): void {
    this.#isWanted = true
    this.#flight?.abort.abort()
  }

  forgetTrouble(): void {
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
        this.forgetTrouble()
      } else if (!abort.signal.aborted) {
        return this.#fail(outcome.failed, startedAt)
      }
    }
  }

  #fail(failure: Failure, startedAt: number): void {
    this.#failingSince ??= startedAt
    this.#retry.later(() => void this.#run())
    const isLong = this.#ports.clock.now() - this.#failingSince >= msBeforeTrouble
    // A server that asks for patience is no trouble yet.
    if (this.#retry.failures() < triesBeforeTrouble && !isLong) return
    this.#trouble = failure
    this.#ports.onTrouble()
  }
}
