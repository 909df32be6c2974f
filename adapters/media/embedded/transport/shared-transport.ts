import type { LocalTransport } from '../signaling/negotiate.ts'
import type { TransportParameters } from '../signaling/sdp.ts'
import { type Endpoint, Transport, type TransportEvents } from './transport.ts'

/** What a publication or a subscription has of its connection. */
export type Pipe = Pick<Transport, 'negotiate' | 'send' | 'close' | 'atTurnEnd'>

/**
 * One connection for what a client sends and for what it receives. Each half ends by itself, and the connection ends with
 * the last one. What arrives is passed to every half.
 */
export class SharedTransport {
  readonly #transport: Transport
  readonly #halves = new Set<TransportEvents>()
  #negotiated: Promise<LocalTransport> | null = null

  constructor(peer: TransportParameters, endpoint: Endpoint) {
    const all = (tell: (half: TransportEvents) => void) => {
      for (const half of [...this.#halves]) if (this.#halves.has(half)) tell(half)
    }
    this.#transport = new Transport(peer, endpoint, {
      opened: (now) => all((half) => half.opened(now)),
      received: (packet, now) => all((half) => half.received(packet, now)),
      closed: (now) => all((half) => half.closed(now)),
    })
  }

  half(events: TransportEvents): Pipe {
    this.#halves.add(events)
    return {
      negotiate: () => this.negotiate(),
      send: (packet) => {
        if (this.#halves.has(events)) this.#transport.send(packet)
      },
      atTurnEnd: this.#transport.atTurnEnd,
      close: () => {
        if (this.#halves.delete(events) && this.#halves.size === 0) this.#transport.close()
      },
    }
  }

  /** As `Transport.negotiate`, once. */
  negotiate(): Promise<LocalTransport> {
    this.#negotiated ??= this.#transport.negotiate()
    return this.#negotiated
  }
}

/** A connection of its own at an endpoint, or half of a shared one. */
export const openPipe = (
  at: Endpoint | SharedTransport,
  peer: TransportParameters,
  events: TransportEvents,
): Pipe => (at instanceof SharedTransport ? at.half(events) : new Transport(peer, at, events))
