import { type Failure, failureMessage } from '#contract/core/client.ts'

/** How long a request without network waits before it fails; a browser's fails within seconds. */
const offlineWaitMs = 1_000

/** A simulated person's connection to the server: it can be cut, which no event announces, and restored. */
export class SimulatedNetwork {
  readonly origin: string
  #cut: AbortController | null = new AbortController()

  constructor(origin: string) {
    this.origin = origin
  }

  get isUp(): boolean {
    return this.#cut !== null
  }

  cut(): void {
    this.#cut?.abort()
    this.#cut = null
  }

  restore(): void {
    this.#cut ??= new AbortController()
  }

  /** `fetch` for the product's media link: addresses of our own origin; nothing passes while it is cut. */
  readonly fetch: typeof fetch = async (input, init) => {
    const cut = await this.#online()
    const signal = init?.signal ? AbortSignal.any([init.signal, cut]) : cut
    return fetch(new URL(String(input), this.origin), { ...init, signal })
  }

  /** Runs one call of the contract's client: an answer that came while it was cut never arrives. */
  async request<Answer>(call: (signal: AbortSignal) => Promise<Answer | Failure>): Promise<Answer | Failure> {
    try {
      const cut = await this.#online()
      const answer = await call(cut)
      return cut.aborted ? offline : answer
    } catch {
      return offline
    }
  }

  async #online(): Promise<AbortSignal> {
    if (this.#cut === null) await new Promise((resolve) => setTimeout(resolve, offlineWaitMs))
    if (this.#cut === null) throw new TypeError('simulated: no network')
    return this.#cut.signal
  }
}

const offline: Failure = { type: 'error', code: 'serverFailure', message: failureMessage }
