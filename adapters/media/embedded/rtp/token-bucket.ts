/** So much a second, and at most so much at once: a second's worth unless given. Pure; instants are milliseconds. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #atOnceMax: number
  #left: number
  #at = Number.NEGATIVE_INFINITY

  constructor(perSecond: number, atOnceMax = perSecond) {
    this.#perSecond = perSecond
    this.#atOnceMax = atOnceMax
    this.#left = atOnceMax
  }

  /** Uses up as much of `wanted` as there is, in whole units, and returns that amount. */
  consume(wanted: number, now: number): number {
    const consumed = Math.min(wanted, this.available(now))
    this.#left -= consumed
    return consumed
  }

  /** In whole units. */
  available(now: number): number {
    if (now > this.#at) {
      const refill = ((now - this.#at) / 1_000) * this.#perSecond
      this.#left = Math.min(this.#atOnceMax, this.#left + refill)
      this.#at = now
    }
    return Math.floor(this.#left)
  }
}
