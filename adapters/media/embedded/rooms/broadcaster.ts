import type { MediaSession } from '../../port.ts'
import { BroadcasterGate } from '../metering/payer-gate.ts'
import {
  type LinkName,
  Presence,
  type PresenceChange,
  silenceMsMax,
  soundOnlySilenceMsMax,
} from '../metering/presence.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import { negotiatePublish, negotiateSubscribe } from '../signaling/negotiate.ts'
import { parseOffer } from '../signaling/sdp.ts'
import { Publication, type TrackSet } from '../tracks/publication.ts'
import { Subscription } from '../tracks/subscription.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'
import type { Line } from './line.ts'
import { Link } from './link.ts'
import type { Seat } from './seat.ts'
import type { Waiting } from './waiting.ts'

/** To whom the broadcaster's presence matters: to those who watch, or to the payer whom the broadcaster sees too. */
export type Audience = 'watchers' | 'partner'

export interface BroadcasterRoom {
  /** The seat whose payer sends. */
  readonly partner: Seat | null
  readonly waiting: Waiting
  /** The broadcaster publishes something else, or nothing. */
  tracksChanged(now: number): void
  broadcasterHere(audience: Audience, now: number): void
  broadcasterLost(audience: Audience, since: number, now: number): void
}

/**
 * A broadcaster whose connections end in this process. For those who watch, the publication is all that counts; for
 * the partner of a call both directions do.
 */
export class Broadcaster {
  readonly #room: BroadcasterRoom
  readonly #endpoint: Endpoint
  readonly #publication = new Link<Publication>()
  readonly #subscription = new Link<Subscription>()
  readonly #views = (['watchers', 'partner'] as const).map((audience) => ({
    audience,
    presence: new Presence('broadcaster'),
    isHere: false,
  }))

  constructor(room: BroadcasterRoom, endpoint: Endpoint) {
    this.#room = room
    this.#endpoint = endpoint
  }

  get tracks(): TrackSet | null {
    return this.#publication.current
  }

  isHere(audience: Audience): boolean {
    return this.#views.some((view) => view.audience === audience && view.isHere)
  }

  async publish(offerSdp: string, kinds: readonly MediaKind[]): Promise<MediaSession> {
    const negotiation = negotiatePublish(parseOffer(offerSdp), kinds, { isChoiceLeft: true })
    const request = this.#publication.begin()
    const isCurrent = () => this.#publication.current === publication
    const publication: Publication = new Publication(
      negotiation,
      this.#endpoint,
      this.#eventsOf('publication', isCurrent),
      { onTracksChanged: (now) => isCurrent() && this.#room.tracksChanged(now) },
    )
    return this.#publication.admit(request, publication, () => this.#publicationPlaced(performance.now()))
  }

  async subscribe(offerSdp: string, kinds: readonly MediaKind[]): Promise<MediaSession> {
    const negotiation = negotiateSubscribe(parseOffer(offerSdp), kinds)
    const request = this.#subscription.begin()
    const seen = () => this.#room.partner?.publication ?? null
    await this.#subscription.waitFor(request, this.#room.waiting, () => seen() !== null)
    const subscription: Subscription = new Subscription(
      negotiation,
      this.#gate(),
      this.#endpoint,
      this.#eventsOf('subscription', () => this.#subscription.current === subscription),
    )
    return this.#subscription.admit(request, subscription, () => {
      const now = performance.now()
      this.#partnersView.presence.opening('subscription', now)
      subscription.follow(seen(), now)
    })
  }

  /** From now on this line, which was brought up before, is the broadcaster's connection. */
  adopt({ publication, subscription }: Line): void {
    this.#adoptPublication(publication, performance.now())
    this.#adoptSubscription(subscription, performance.now())
  }

  #adoptPublication(publication: Publication, now: number): void {
    this.#publication.adopt(publication)
    this.#publicationPlaced(now)
    publication.release(
      this.#eventsOf('publication', () => this.#publication.current === publication),
      now,
    )
  }

  #adoptSubscription(subscription: Subscription, now: number): void {
    this.#subscription.adopt(subscription)
    this.#partnersView.presence.opening('subscription', now)
    subscription.release(
      this.#gate(),
      this.#eventsOf('subscription', () => this.#subscription.current === subscription),
      now,
    )
    this.follow(now)
  }

  closeResource(resourceId: string | null): void {
    const now = performance.now()
    const isMeant = (link: { id: string } | null) => link !== null && (resourceId ?? link.id) === link.id
    if (isMeant(this.#publication.current)) this.#linkGone('publication', now)
    if (isMeant(this.#subscription.current)) this.#linkGone('subscription', now)
  }

  /** What the partner publishes has come or gone. */
  follow(now: number): void {
    this.#subscription.current?.follow(this.#room.partner?.publication ?? null, now)
  }

  /** There is no partner any more: the broadcaster's connection for receiving has no use, and is no loss. */
  partnerGone(now: number): void {
    this.#subscription.drop()
    this.#see((presence) => presence.released('subscription', now), now, 'partner')
  }

  /** To be called several times a second. */
  tick(now: number): void {
    const publication = this.#publication.current
    const subscription = this.#subscription.current
    const sendsRarely = !publication && subscription?.isSoundOnly === true
    const silenceMs = sendsRarely ? soundOnlySilenceMsMax : silenceMsMax
    this.#see((presence) => presence.tick(now, silenceMs), now)
    publication?.tick(now)
    subscription?.tick(now)
  }

  close(): void {
    this.#publication.close()
    this.#subscription.close()
  }

  #publicationPlaced(now: number): void {
    for (const { presence } of this.#views) presence.opening('publication', now)
    this.#room.tracksChanged(now)
  }

  #gate(): BroadcasterGate {
    return new BroadcasterGate(() => this.#room.partner?.mayBeSeen === true)
  }

  get #partnersView() {
    const view = this.#views.find(({ audience }) => audience === 'partner')
    if (!view) throw new Error('no view of the partner')
    return view
  }

  #eventsOf(name: LinkName, isCurrent: () => boolean): TransportEvents {
    const audience = name === 'subscription' ? 'partner' : undefined
    return {
      opened: (now) => {
        if (isCurrent()) this.#see((presence) => presence.opened(name, now), now, audience)
      },
      received: (_packet, now) => this.#see((presence) => presence.received(now), now),
      closed: (now) => {
        if (isCurrent()) this.#linkGone(name, now)
      },
    }
  }

  #linkGone(name: LinkName, now: number): void {
    if (name === 'publication') {
      this.#publication.drop()
      this.#room.tracksChanged(now)
      this.#see((presence) => presence.gone(name, now), now)
      return
    }
    this.#subscription.drop()
    this.#see((presence) => presence.gone(name, now), now, 'partner')
  }

  /** @param audience whom it concerns; both unless given */
  #see(step: (presence: Presence) => PresenceChange, now: number, audience?: Audience): void {
    for (const view of this.#views) {
      if (audience && view.audience !== audience) continue
      const change = step(view.presence)
      if (view.presence.isHere === view.isHere) continue
      view.isHere = view.presence.isHere
      if (view.isHere) this.#room.broadcasterHere(view.audience, now)
      else this.#room.broadcasterLost(view.audience, change?.type === 'lost' ? change.since : now, now)
    }
  }
}
