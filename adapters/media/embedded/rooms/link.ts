import { MediaRefused, type MediaSession } from '../../port.ts'
import { publisherWaitMs } from '../process/ipc.ts'
import type { Publication } from '../tracks/publication.ts'
import type { Subscription } from '../tracks/subscription.ts'
import type { Waiting } from './waiting.ts'

/** One direction of one participant: the connection in use. Of several requests for a new one the newest counts. */
export class Link<Connection extends Publication | Subscription> {
  #current: Connection | null = null
  #newest: symbol | null = null
  #isClosed = false

  get current(): Connection | null {
    return this.#current
  }

  begin(): symbol {
    this.#newest = Symbol('request')
    return this.#newest
  }

  /** Waits until the other side publishes. Refuses with 409 when it doesn't in time. */
  async waitFor(request: symbol, waiting: Waiting, isThere: () => boolean): Promise<void> {
    const deadline = performance.now() + publisherWaitMs
    while (!isThere()) {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) throw new MediaRefused(409, 'the other side does not publish')
      await waiting.next(remainingMs)
      this.#assertNewest(request)
    }
  }

  /**
   * Makes the answer, then puts the connection in the place of the one before, unless the link was closed or a newer
   * request came meanwhile.
   */
  async admit(request: symbol, connection: Connection, placed: () => void): Promise<MediaSession> {
    try {
      const session = await connection.answer()
      this.#assertNewest(request)
      this.#current?.close()
      this.#current = connection
      placed()
      return session
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** Takes a connection that was answered before; requests that are under way are outdated by it. */
  adopt(connection: Connection): void {
    this.begin()
    this.#current?.close()
    this.#current = connection
  }

  /** Closes the connection in use. Answers whether there was one. */
  drop(): boolean {
    const current = this.#current
    this.#current = null
    current?.close()
    return current !== null
  }

  close(): void {
    this.#isClosed = true
    this.drop()
  }

  #assertNewest(request: symbol): void {
    if (this.#isClosed) throw new MediaRefused(404, 'the room is closed')
    if (request !== this.#newest) throw new MediaRefused(409, 'replaced by a newer request')
  }
}
