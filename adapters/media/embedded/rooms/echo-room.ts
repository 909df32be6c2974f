import { MediaRefused, type MediaSession } from '../../port.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import { negotiatePublish, negotiateSubscribe } from '../signaling/negotiate.ts'
import { parseOffer } from '../signaling/sdp.ts'
import { openGate } from '../tracks/forwarder.ts'
import { Publication } from '../tracks/publication.ts'
import { Subscription } from '../tracks/subscription.ts'
import type { Endpoint } from '../transport/transport.ts'

const kinds: MediaKind[] = ['audio', 'video']

/**
 * A room of one participant, which returns the participant's own media over the same publication and subscription as
 * in a call. It has no partner to wait for and no meter, so it has no presence and no clock.
 */
export class EchoRoom {
  readonly #participantId: string
  readonly #endpoint: Endpoint
  #publication: Publication | null = null
  #subscription: Subscription | null = null
  #isClosed = false
  /** When media last came in; before the first, when the room was opened. */
  #lastReceivedAt = performance.now()

  constructor(participantId: string, endpoint: Endpoint) {
    this.#participantId = participantId
    this.#endpoint = endpoint
  }

  async publish(participantId: string, offerSdp: string): Promise<MediaSession> {
    this.#assertOwn(participantId)
    const negotiation = negotiatePublish(parseOffer(offerSdp), kinds)
    const publication: Publication = new Publication(negotiation, this.#endpoint, {
      opened: () => undefined,
      received: (_packet, now) => {
        this.#lastReceivedAt = now
      },
      closed: () => {
        if (this.#publication === publication) this.#publishes(null)
      },
    })
    const session = await this.#answerOf(publication)
    this.#publication?.close()
    this.#publishes(publication)
    return session
  }

  /** Doesn't wait: what is published later comes by itself. */
  async subscribe(participantId: string, offerSdp: string): Promise<MediaSession> {
    this.#assertOwn(participantId)
    const negotiation = negotiateSubscribe(parseOffer(offerSdp), kinds)
    const subscription: Subscription = new Subscription(negotiation, openGate, this.#endpoint, {
      opened: () => undefined,
      received: () => undefined,
      closed: () => {
        if (this.#subscription === subscription) this.#subscription = null
      },
    })
    const session = await this.#answerOf(subscription)
    this.#subscription?.close()
    this.#subscription = subscription
    subscription.follow(this.#publication, performance.now())
    return session
  }

  closeResource(participantId: string, resourceId: string | null): void {
    this.#assertOwn(participantId)
    if (this.#publication && (resourceId ?? this.#publication.id) === this.#publication.id) {
      this.#publication.close()
      this.#publishes(null)
    }
    if (this.#subscription && (resourceId ?? this.#subscription.id) === this.#subscription.id) {
      this.#subscription.close()
      this.#subscription = null
    }
  }

  /** How long its participant has sent no media. */
  idleMs(now: number): number {
    return now - this.#lastReceivedAt
  }

  close(): void {
    this.#isClosed = true
    this.#publication?.close()
    this.#subscription?.close()
  }

  /** To be called several times a second. */
  tick(now: number): void {
    this.#publication?.tick(now)
    this.#subscription?.tick(now)
  }

  #assertOwn(participantId: string): void {
    if (participantId !== this.#participantId) throw new MediaRefused(404, 'not a participant of this room')
  }

  #publishes(publication: Publication | null): void {
    this.#publication = publication
    this.#subscription?.follow(publication, performance.now())
  }

  /** A link that the room's end overtook is closed again. */
  async #answerOf(link: Publication | Subscription): Promise<MediaSession> {
    try {
      const session = await link.answer()
      if (this.#isClosed) throw new MediaRefused(404, 'the room is closed')
      return session
    } catch (error) {
      link.close()
      throw error
    }
  }
}
