import {
  type MediaEvent,
  type MediaReading,
  MediaRefused,
  type MediaRole,
  type MediaRoomSpec,
  type MediaSession,
  type SideSending,
} from '../../port.ts'
import { LiveMedia } from '../metering/live-media.ts'
import { Meter } from '../metering/meter.ts'
import { BroadcasterGate, PayerGate } from '../metering/payer-gate.ts'
import { PictureWatch } from '../metering/picture-watch.ts'
import {
  type LinkName,
  Presence,
  type PresenceChange,
  silenceMsMax,
  soundOnlySilenceMsMax,
} from '../metering/presence.ts'
import { SegmentLog } from '../metering/segment-log.ts'
import { publisherWaitMs, type RoomWithSeat } from '../process/ipc.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import { negotiatePublish, negotiateSubscribe } from '../signaling/negotiate.ts'
import { parseOffer } from '../signaling/sdp.ts'
import type { Gate } from '../tracks/forwarder.ts'
import { Publication } from '../tracks/publication.ts'
import { Subscription } from '../tracks/subscription.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'

const kindsOf: Record<MediaRoomSpec['kind'], MediaKind[]> = { voice: ['audio'], video: ['audio', 'video'] }
const roles = ['payer', 'broadcaster'] as const
const otherRole: Record<MediaRole, MediaRole> = { payer: 'broadcaster', broadcaster: 'payer' }

interface Side {
  presence: Presence
  publication: Publication | null
  subscription: Subscription | null
  /** The newest request for each link; an older one that is still under way gives up. */
  requests: Record<LinkName, symbol | null>
}

const newSide = (role: MediaRole, { carried }: RoomWithSeat): Side => ({
  presence: new Presence(role, { wasHere: carried.connectedMs > 0 }),
  publication: null,
  subscription: null,
  requests: { publication: null, subscription: null },
})

/** One call: two participants, each with a publication and a subscription to the other's, and the payer's meter. */
export class Room {
  readonly #spec: RoomWithSeat
  readonly #endpoint: Endpoint
  readonly #emit: (event: MediaEvent) => void
  readonly #meter: Meter
  readonly #media: LiveMedia
  readonly #picture = new PictureWatch()
  readonly #segments: SegmentLog
  #kind: MediaRoomSpec['kind']
  #broadcasterSends: SideSending
  readonly #sides: Record<MediaRole, Side>
  /** Called when a publication appears or the room closes. */
  readonly #waiters = new Set<() => void>()
  #isClosed = false
  #hasToldUnproven = false

  constructor(spec: RoomWithSeat, endpoint: Endpoint, emit: (event: MediaEvent) => void) {
    this.#spec = spec
    this.#endpoint = endpoint
    this.#emit = emit
    this.#sides = { payer: newSide('payer', spec), broadcaster: newSide('broadcaster', spec) }
    this.#meter = new Meter(spec)
    this.#kind = spec.kind
    this.#broadcasterSends = spec.broadcasterSends ?? { microphone: true, camera: true }
    this.#media = new LiveMedia(spec.kind, this.#broadcasterSends)
    this.#segments = new SegmentLog(spec.kind, spec.carried)
  }

  async publish(participantId: string, offerSdp: string): Promise<MediaSession> {
    const role = this.#roleOf(participantId)
    const side = this.#sides[role]
    const negotiation = negotiatePublish(parseOffer(offerSdp), kindsOf[this.#kind])
    const isNewest = this.#beginRequest(side, 'publication')
    const publication: Publication = new Publication(
      negotiation,
      this.#endpoint,
      this.#eventsOf(role, 'publication', () => side.publication === publication),
    )
    return this.#admit(publication, isNewest, () => {
      side.publication?.close({ isKnown: true })
      side.publication = publication
      if (role === 'broadcaster') this.#picture.follow(publication)
      side.presence.opening('publication', performance.now())
      this.#sides[otherRole[role]].subscription?.follow(publication, performance.now())
      this.#wakeWaiters()
    })
  }

  async subscribe(participantId: string, offerSdp: string): Promise<MediaSession> {
    const role = this.#roleOf(participantId)
    const side = this.#sides[role]
    const partner = this.#sides[otherRole[role]]
    const negotiation = negotiateSubscribe(parseOffer(offerSdp), kindsOf[this.#kind])
    const isNewest = this.#beginRequest(side, 'subscription')
    await this.#waitForPublication(partner, isNewest)
    const subscription: Subscription = new Subscription(
      negotiation,
      this.#gateOf(role),
      this.#endpoint,
      this.#eventsOf(role, 'subscription', () => side.subscription === subscription),
    )
    return this.#admit(subscription, isNewest, () => {
      side.subscription?.close({ isKnown: true })
      side.subscription = subscription
      side.presence.opening('subscription', performance.now())
      subscription.follow(partner.publication, performance.now())
    })
  }

  closeResource(participantId: string, resourceId: string): void {
    const role = this.#roleOf(participantId)
    for (const name of ['publication', 'subscription'] as const) {
      const link = this.#sides[role][name]
      if (link?.id !== resourceId) continue
      link.close({ isKnown: true })
      this.#linkGone(role, name, performance.now())
    }
  }

  extendFunding(fundedMs: number): void {
    this.#meter.extend(fundedMs)
    this.#sides.payer.subscription?.requestKeyframes(performance.now())
  }

  /** What the broadcaster's page says that it sends. */
  setSending(sending: SideSending): void {
    this.#broadcasterSends = sending
    this.#media.signal(sending)
    this.#seePicture(performance.now())
  }

  /** From the next increment on the room is of this kind. Connections may carry it once they are offered again. */
  setKind(kind: MediaRoomSpec['kind']): MediaReading {
    this.#kind = kind
    this.#media.setKind(kind)
    this.#segments.setKind(kind)
    return this.reading()
  }

  close(): MediaReading {
    const now = performance.now()
    this.#meter.close(now)
    const reading = this.#readingAt(now)
    this.#isClosed = true
    for (const role of roles) {
      this.#sides[role].publication?.close()
      this.#sides[role].subscription?.close()
    }
    this.#wakeWaiters()
    return reading
  }

  reading(): MediaReading {
    return this.#readingAt(performance.now())
  }

  /** To be called several times a second. */
  tick(now: number): void {
    for (const role of roles) {
      const { presence, publication, subscription } = this.#sides[role]
      const silenceMs = this.#isRarelyHeard(role) ? soundOnlySilenceMsMax : silenceMsMax
      this.#noteChange(role, presence.tick(now, silenceMs), now)
      publication?.tick(now)
      subscription?.tick(now)
    }
    this.#mindProof(now)
    this.#seePicture(now)
    if (this.#meter.isConnected) this.#segments.look({ now, connectedMs: this.#meter.connectedMsAt(now) })
    if (this.#segments.takeNews())
      this.#emit({
        type: 'carries',
        roomId: this.#spec.roomId,
        seatId: this.#spec.seatId,
        reading: this.#readingAt(now),
      })
  }

  #gateOf(role: MediaRole): Gate {
    if (role === 'broadcaster') {
      return new BroadcasterGate(this.#meter, () => this.#sides.payer.presence.isHere)
    }
    return new PayerGate(this.#meter, this.#media, {
      connected: () =>
        this.#emit({ type: 'connected', roomId: this.#spec.roomId, seatId: this.#spec.seatId }),
      exhausted: (now) => this.#reportExhausted(now),
      moved: (now) => {
        this.#seePicture(now)
        this.#segments.move(this.#meter.reachedMs, { now, connectedMs: this.#meter.connectedMsAt(now) })
      },
    })
  }

  #reportExhausted(now: number): void {
    this.#emit({
      type: 'exhausted',
      roomId: this.#spec.roomId,
      seatId: this.#spec.seatId,
      reading: this.#readingAt(now),
    })
  }

  #readingAt(now: number): MediaReading {
    const { segments, decidedIncrements } = this.#segments
    return { ...this.#meter.reading(now), segments, decidedIncrements }
  }

  /** In doubt the camera is off: by the broadcaster's own signal, or because no picture arrives. */
  #seePicture(now: number): void {
    const isThere = this.#broadcasterSends.camera && this.#picture.isThere(now)
    this.#segments.see(now, this.#sides.broadcaster.presence.isHere ? isThere : null)
  }

  /** What the payer never confirmed ends the connection, and too much of it the forwarding. */
  #mindProof(now: number): void {
    const { subscription } = this.#sides.payer
    if (subscription && this.#meter.isOverdue(now)) {
      subscription.close()
      this.#linkGone('payer', 'subscription', now)
    }
    if (!this.#meter.isUnprovenSpent || this.#hasToldUnproven) return
    this.#hasToldUnproven = true
    this.#emit({ type: 'unproven', roomId: this.#spec.roomId, seatId: this.#spec.seatId })
  }

  /** The side sends nothing and only receives sound. */
  #isRarelyHeard(role: MediaRole): boolean {
    const { publication, subscription } = this.#sides[role]
    return !publication && subscription?.isSoundOnly === true
  }

  #roleOf(participantId: string): MediaRole {
    const role = roles.find((each) => this.#spec[`${each}Id`] === participantId)
    if (!role) throw new MediaRefused(404, 'not a participant of this room')
    return role
  }

  #beginRequest(side: Side, name: LinkName): () => boolean {
    const request = Symbol(name)
    side.requests[name] = request
    return () => side.requests[name] === request && !this.#isClosed
  }

  /** Makes the answer, then puts the link in its place, unless the room closed or a newer request came meanwhile. */
  async #admit(
    link: Publication | Subscription,
    isNewest: () => boolean,
    place: () => void,
  ): Promise<MediaSession> {
    try {
      const session = await link.answer()
      this.#assertNewest(isNewest)
      place()
      return session
    } catch (error) {
      link.close()
      throw error
    }
  }

  #assertNewest(isNewest: () => boolean): void {
    if (this.#isClosed) throw new MediaRefused(404, 'the room is closed')
    if (!isNewest()) throw new MediaRefused(409, 'replaced by a newer request')
  }

  async #waitForPublication(partner: Side, isNewest: () => boolean): Promise<void> {
    const deadline = performance.now() + publisherWaitMs
    while (!partner.publication) {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) throw new MediaRefused(404, 'the other side does not publish')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, remainingMs)
        this.#waiters.add(wake)
        function wake() {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#assertNewest(isNewest)
    }
  }

  #wakeWaiters(): void {
    for (const wake of this.#waiters) wake()
    this.#waiters.clear()
  }

  #eventsOf(role: MediaRole, name: LinkName, isCurrent: () => boolean): TransportEvents {
    const { presence } = this.#sides[role]
    return {
      opened: (now) => {
        if (isCurrent()) this.#noteChange(role, presence.opened(name, now), now)
      },
      received: (_packet, now) => {
        this.#noteChange(role, presence.heard(now), now)
        if (role === 'payer' && presence.isHere && this.#meter.signOfLife(now)) this.#reportExhausted(now)
      },
      closed: (now) => {
        if (isCurrent()) this.#linkGone(role, name, now)
      },
    }
  }

  #linkGone(role: MediaRole, name: LinkName, now: number): void {
    const side = this.#sides[role]
    side[name] = null
    if (role === 'broadcaster' && name === 'publication') this.#picture.follow(null)
    if (name === 'publication') this.#sides[otherRole[role]].subscription?.follow(null, now)
    this.#noteChange(role, side.presence.gone(name, now), now)
  }

  #noteChange(role: MediaRole, change: PresenceChange, now: number): void {
    if (!change) return
    if (change.type === 'lost') this.#meter.lose(role, change.since, now)
    else this.#meter.comeBack(role, now)
    this.#emit({ type: change.type, roomId: this.#spec.roomId, seatIds: [this.#spec.seatId], role })
  }
}
