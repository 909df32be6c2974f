/** A time in which this process ran nothing: the machine was busy, or a task held the event loop. Wall clock, ms. */
export interface Stall {
  from: number
  to: number
}

const tickMs = 50
/** A timer that is this late shows a stall; less is the usual play of timers. */
const stallMsMin = 150

/**
 * Measures how late this process itself was. An observer needs that to know whether a pause in what it saw was real.
 */
export class LatenessLog {
  readonly stalls: Stall[] = []
  #lastTickMs = performance.now()
  #timer: NodeJS.Timeout | null = null

  start(): void {
    this.#lastTickMs = performance.now()
    this.#timer = setInterval(() => this.tick(performance.now()), tickMs)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** @param nowMs of the monotonic clock */
  tick(nowMs: number): void {
    if (nowMs - this.#lastTickMs - tickMs >= stallMsMin) {
      const { timeOrigin } = performance
      this.stalls.push({ from: timeOrigin + this.#lastTickMs, to: timeOrigin + nowMs })
    }
    this.#lastTickMs = nowMs
  }

  /** Milliseconds of stalls between two instants of the wall clock. */
  stalledMs(from: number, to: number): number {
    return stalledMsOf(this.stalls, from, to)
  }
}

/** Milliseconds of these stalls between two instants of the wall clock. */
export const stalledMsOf = (stalls: readonly Stall[], from: number, to: number): number =>
  stalls.reduce((sum, stall) => sum + Math.max(0, Math.min(stall.to, to) - Math.max(stall.from, from)), 0)
