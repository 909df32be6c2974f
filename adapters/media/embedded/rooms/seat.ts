import {
  type MediaEvent,
  type MediaReading,
  MediaRefused,
  type MediaRoomSpec,
  type MediaSeatSpec,
  type MediaSession,
  type SideSending,
} from '../../port.ts'
import {
  type LinkName,
  Presence,
  type PresenceChange,
  silenceMsMax,
  soundOnlySilenceMsMax,
} from '../metering/presence.ts'
import { type RoomTraits, SeatAccount } from '../metering/seat-account.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import { negotiatePublish, negotiateSubscribe } from '../signaling/negotiate.ts'
import { parseOffer } from '../signaling/sdp.ts'
import { silentGate } from '../tracks/forwarder.ts'
import { Publication, type TrackSet } from '../tracks/publication.ts'
import { Subscription } from '../tracks/subscription.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'
import type { Line } from './line.ts'
import { Link } from './link.ts'
import type { Waiting } from './waiting.ts'

/** What a seat knows of its room. */
export interface SeatRoom extends RoomTraits {
  /** The broadcaster's; null while the broadcaster doesn't publish. */
  readonly tracks: TrackSet | null
  /** Woken when the broadcaster publishes, and when the room or one of its seats closes. */
  readonly waiting: Waiting
  emit(event: MediaEvent): void
  /** What this seat's payer publishes has come or gone. */
  payerPublishes(seat: Seat, now: number): void
}

/** One payer of a room: the payer's connections, whether the payer is there, and what the payer is charged. */
export class Seat {
  readonly spec: MediaSeatSpec
  readonly #room: SeatRoom
  readonly #endpoint: Endpoint
  /** Null for a silent look. */
  readonly account: SeatAccount | null
  readonly #presence: Presence
  readonly #publication = new Link<Publication>()
  readonly #subscription = new Link<Subscription>()
  /** The seat was notified that the broadcaster is lost, or the broadcaster was there before it was opened again. */
  #isBroadcasterMissed: boolean

  constructor(spec: MediaSeatSpec, room: SeatRoom, endpoint: Endpoint) {
    const wasHere = spec.wasConnected === true || spec.carried.connectedMs > 0
    this.spec = spec
    this.#room = room
    this.#endpoint = endpoint
    this.#presence = new Presence('payer', { wasHere })
    this.#isBroadcasterMissed = wasHere
    this.account = spec.metered === false ? null : this.#openAccount()
  }

  get publication(): Publication | null {
    return this.#publication.current
  }

  /** What this payer sends may go to the broadcaster: the payer gets, or may get, the broadcaster's media. */
  get mayBeSeen(): boolean {
    if (!this.account || !this.#presence.isHere) return false
    const { isConnected, isUnprovenSpent } = this.account.meter
    return isConnected && !isUnprovenSpent
  }

  async publish(offerSdp: string, kinds: readonly MediaKind[]): Promise<MediaSession> {
    if (!this.spec.payerSends) throw new MediaRefused(403, 'this seat does not send')
    const negotiation = negotiatePublish(parseOffer(offerSdp), kinds)
    const request = this.#publication.begin()
    const publication: Publication = new Publication(
      negotiation,
      this.#endpoint,
      this.#eventsOf('publication', () => this.#publication.current === publication),
    )
    return this.#publication.admit(request, publication, () => {
      const now = performance.now()
      this.#presence.opening('publication', now)
      this.#room.payerPublishes(this, now)
    })
  }

  async subscribe(offerSdp: string, kinds: readonly MediaKind[]): Promise<MediaSession> {
    const negotiation = negotiateSubscribe(parseOffer(offerSdp), kinds)
    const request = this.#subscription.begin()
    await this.#subscription.waitFor(request, this.#room.waiting, () => this.#room.tracks !== null)
    const subscription: Subscription = new Subscription(
      negotiation,
      this.account?.gate() ?? silentGate,
      this.#endpoint,
      this.#eventsOf('subscription', () => this.#subscription.current === subscription),
    )
    return this.#subscription.admit(request, subscription, () => {
      const now = performance.now()
      this.#presence.opening('subscription', now)
      this.account?.meter.replaceConnection(now)
      subscription.follow(this.#room.tracks, now)
    })
  }

  /** From now on this line, which was brought up before, is the payer's connection. */
  adopt({ publication, subscription }: Line): void {
    this.#adoptPublication(publication, performance.now())
    this.#adoptSubscription(subscription, performance.now())
  }

  #adoptPublication(publication: Publication, now: number): void {
    this.#publication.adopt(publication)
    this.#presence.opening('publication', now)
    this.#room.payerPublishes(this, now)
    publication.release(
      this.#eventsOf('publication', () => this.#publication.current === publication),
      now,
    )
  }

  #adoptSubscription(subscription: Subscription, now: number): void {
    this.#subscription.adopt(subscription)
    this.#presence.opening('subscription', now)
    this.account?.meter.replaceConnection(now)
    subscription.release(
      this.account?.gate() ?? silentGate,
      this.#eventsOf('subscription', () => this.#subscription.current === subscription),
      now,
    )
    subscription.follow(this.#room.tracks, now)
  }

  closeResource(resourceId: string | null): void {
    for (const name of ['publication', 'subscription'] as const) {
      const { current } = name === 'publication' ? this.#publication : this.#subscription
      if (current && (resourceId ?? current.id) === current.id) this.#linkGone(name, performance.now())
    }
  }

  /** The broadcaster publishes something else, or nothing. */
  follow(tracks: TrackSet | null, now: number): void {
    this.#subscription.current?.follow(tracks, now)
  }

  extendFunding(fundedMs: number): void {
    this.account?.meter.extend(fundedMs)
    this.#subscription.current?.requestKeyframes(performance.now())
  }

  setSending(sending: SideSending, now: number): void {
    this.account?.setSending(sending, now)
  }

  setKind(kind: MediaRoomSpec['kind']): void {
    this.account?.setKind(kind)
  }

  /** Answers whether the seat's payer has to be informed. */
  broadcasterLost(since: number, now: number): boolean {
    this.account?.lose('broadcaster', since, now)
    this.#isBroadcasterMissed = true
    return this.account !== null
  }

  /** Answers whether the seat's payer has to be informed. */
  broadcasterHere(now: number): boolean {
    this.account?.comeBack('broadcaster', now)
    const wasMissed = this.#isBroadcasterMissed
    this.#isBroadcasterMissed = false
    return wasMissed && this.account !== null
  }

  /** Null for a silent look. */
  reading(now: number): MediaReading | null {
    return this.account?.reading(now) ?? null
  }

  /** To be called several times a second. */
  tick(now: number): void {
    const subscription = this.#subscription.current
    const sendsRarely = !this.publication && subscription?.isSoundOnly === true
    this.#applyPresence(this.#presence.tick(now, sendsRarely ? soundOnlySilenceMsMax : silenceMsMax), now)
    this.publication?.tick(now)
    subscription?.tick(now)
    // What the payer never confirmed ends the connection.
    if (subscription && this.account?.meter.isOverdue(now)) this.#linkGone('subscription', now)
    this.account?.tick(now)
  }

  /** Answers the final reading; null for a silent look. */
  close(now: number): MediaReading | null {
    const reading = this.account?.close(now) ?? null
    const wasPublishing = this.publication !== null
    this.#publication.close()
    this.#subscription.close()
    if (wasPublishing) this.#room.payerPublishes(this, now)
    return reading
  }

  #openAccount(): SeatAccount {
    const { roomId, seatId } = this.spec
    const emit = (event: MediaEvent) => this.#room.emit(event)
    return new SeatAccount(this.spec, this.#room, {
      connected: () => emit({ type: 'connected', roomId, seatId }),
      exhausted: (reading) => emit({ type: 'exhausted', roomId, seatId, reading }),
      carries: (reading) => emit({ type: 'carries', roomId, seatId, reading }),
      unproven: () => emit({ type: 'unproven', roomId, seatId }),
    })
  }

  #eventsOf(name: LinkName, isCurrent: () => boolean): TransportEvents {
    return {
      opened: (now) => {
        if (isCurrent()) this.#applyPresence(this.#presence.opened(name, now), now)
      },
      received: (_packet, now) => {
        this.#applyPresence(this.#presence.received(now), now)
        if (this.#presence.isHere) this.account?.signOfLife(now)
      },
      closed: (now) => {
        if (isCurrent()) this.#linkGone(name, now)
      },
    }
  }

  #linkGone(name: LinkName, now: number): void {
    const link = name === 'publication' ? this.#publication : this.#subscription
    link.drop()
    if (name === 'publication') this.#room.payerPublishes(this, now)
    this.#applyPresence(this.#presence.gone(name, now), now)
  }

  #applyPresence(change: PresenceChange, now: number): void {
    if (!change || !this.account) return
    if (change.type === 'lost') this.account.lose('payer', change.since, now)
    else this.account.comeBack('payer', now)
    const { roomId, seatId } = this.spec
    this.#room.emit({ type: change.type, roomId, seatIds: [seatId], role: 'payer' })
  }
}
