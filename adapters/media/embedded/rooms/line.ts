import { type LineSession, MediaRefused } from '../../port.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import { type LineNegotiation, negotiateLine, writeAnswer } from '../signaling/negotiate.ts'
import { type Offer, parseOffer } from '../signaling/sdp.ts'
import { Publication } from '../tracks/publication.ts'
import { Subscription } from '../tracks/subscription.ts'
import { SharedTransport } from '../transport/shared-transport.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'

export interface LineOffer extends LineNegotiation {
  offer: Offer
}

/** Refuses an offer that can't be answered, before anything is made for it. */
export const readLineOffer = (offerSdp: string, kinds: readonly MediaKind[]): LineOffer => {
  const offer = parseOffer(offerSdp)
  return { offer, ...negotiateLine(offer, kinds) }
}

/**
 * The connection of one page of a participant, for both directions, brought up while its call rings. Nothing is
 * forwarded to it or kept of it until a room takes its halves.
 */
export class Line {
  readonly publication: Publication
  readonly subscription: Subscription
  readonly #offer: Offer
  readonly #transport: SharedTransport
  #isClosed = false

  /** @param closed called when the connection ends by itself before a room takes it */
  constructor({ offer, publish, subscribe }: LineOffer, endpoint: Endpoint, closed: () => void) {
    this.#offer = offer
    this.#transport = new SharedTransport(publish.transport, endpoint)
    const events: TransportEvents = { opened: () => undefined, received: () => undefined, closed }
    this.publication = new Publication(publish, this.#transport, events, { isHeld: true })
    this.subscription = new Subscription(subscribe, null, this.#transport, events)
  }

  /** Refuses with 409 when it was closed meanwhile. A room may have taken it. */
  async answer(): Promise<LineSession> {
    const local = await this.#transport.negotiate()
    if (this.#isClosed) throw new MediaRefused(409, 'the line is gone')
    const { publication, subscription } = this
    const sections = [...publication.sections(), ...subscription.sections()]
    return {
      publishId: publication.id,
      subscribeId: subscription.id,
      answerSdp: writeAnswer(this.#offer, local, sections),
    }
  }

  close(): void {
    this.#isClosed = true
    this.publication.close()
    this.subscription.close()
  }
}
