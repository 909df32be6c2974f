import { timestampDistance } from './rtp.ts'

const historySamples = 20
/**
 * A sender that counts frames instead of looking at a clock stamps up to 1 % too slowly, and its packets then seem to
 * take longer and longer. Browsers stamp by a clock. A queue that grows as slowly as this isn't noticed; but the
 * estimate rises by 8 % a second as long as nothing is noticed, and so no queue stays that slow.
 */
const driftMax = 0.012

/**
 * How much longer packets take now than at the best of the last 20 samples, from arrival times against RTP
 * timestamps: what is in a full queue on the way. The smallest delay of each sample counts, so that the burst
 * of a large frame is no queue. The best of before may rise as fast as a sender's clock may drift.
 */
export class DelayTrend {
  readonly #ticksPerMs: number
  readonly #history: { smallestMs: number; at: number }[] = []
  #last: { timestamp: number; sentMs: number } | null = null
  #smallestMs = Number.POSITIVE_INFINITY
  #at = 0

  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000
  }

  observe(timestamp: number, now: number): void {
    const last = this.#last ?? { timestamp, sentMs: now }
    const sentMs = last.sentMs + timestampDistance(timestamp, last.timestamp) / this.#ticksPerMs
    this.#last = { timestamp, sentMs }
    if (now - sentMs >= this.#smallestMs) return
    this.#smallestMs = now - sentMs
    this.#at = now
  }

  /** Ends a sample; 0 when nothing arrived in it. */
  nextQueueDelayMs(): number {
    const smallestMs = this.#smallestMs
    const at = this.#at
    this.#smallestMs = Number.POSITIVE_INFINITY
    if (!Number.isFinite(smallestMs)) return 0
    this.#history.push({ smallestMs, at })
    if (this.#history.length > historySamples) this.#history.shift()
    const bestMs = Math.min(...this.#history.map((each) => each.smallestMs + (at - each.at) * driftMax))
    return smallestMs - bestMs
  }
}
