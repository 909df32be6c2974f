/** Those who wait until something is there. */
export class Waiting {
  readonly #wakes = new Set<() => void>()

  /** Resolves at the next `wake`, at the latest after so long. */
  async next(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    this.#wakes.add(resolve)
    await promise
    clearTimeout(timer)
    this.#wakes.delete(resolve)
  }

  wake(): void {
    for (const wake of this.#wakes) wake()
    this.#wakes.clear()
  }
}
