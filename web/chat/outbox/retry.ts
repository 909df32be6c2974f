import type { Clock } from '../member/chat-ports.ts'

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/** Pauses that double from failure to failure: 1 s, 2 s, 4 s, 8 s, and 15 s from then on. */
const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10))

/** One operation that is retried until it succeeds. */
export class Retry {
  readonly #clock: Clock
  #failures = 0
  #waiting: (() => void) | null = null
  #cancel: (() => void) | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Failures since the last success. */
  failures(): number {
    return this.#failures
  }

  isWaiting(): boolean {
    return this.#waiting !== null
  }

  /** It failed: `run` is called after the pause. */
  later(run: () => void): void {
    this.#drop()
    this.#failures += 1
    this.#waiting = run
    this.#cancel = this.#clock.after(pauseAfter(this.#failures), () => this.#run())
  }

  /** A pending retry runs at once, and the pauses are short again. */
  wake(): void {
    this.#failures = 0
    this.#run()
  }

  /** It succeeded, or is no longer wanted. */
  settle(): void {
    this.#failures = 0
    this.#drop()
  }

  #run(): void {
    const run = this.#waiting
    this.#drop()
    run?.()
  }

  #drop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waiting = null
  }
}
