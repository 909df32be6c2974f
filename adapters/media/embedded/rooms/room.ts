import {
  type LineSession,
  type LineSpec,
  type MediaEvent,
  type MediaReading,
  MediaRefused,
  type MediaRoomSpec,
  type MediaSeatSpec,
  type MediaSession,
  type PageOfRoom,
  type SideSending,
} from '../../port.ts'
import { PictureWatch } from '../metering/picture-watch.ts'
import { kindsOf } from '../signaling/codecs.ts'
import { Feed } from '../tracks/feed.ts'
import type { TrackSet } from '../tracks/publication.ts'
import type { Endpoint } from '../transport/transport.ts'
import { type Audience, Broadcaster, type BroadcasterRoom } from './broadcaster.ts'
import { FarBroadcaster } from './far-broadcaster.ts'
import { Line, readLineOffer } from './line.ts'
import type { HandedOver } from './preconnected-lines.ts'
import { Seat, type SeatRoom } from './seat.ts'
import { Waiting } from './waiting.ts'

/**
 * One broadcaster and those who have a seat. The broadcaster's media goes to every seat; what the payer of a seat sends
 * goes to the broadcaster: no seat holds a reference to another one's publication.
 */
export class Room implements SeatRoom, BroadcasterRoom {
  readonly #spec: MediaRoomSpec
  readonly #endpoint: Endpoint
  readonly emit: (event: MediaEvent) => void
  #broadcaster: Broadcaster | FarBroadcaster
  #feed: Feed | null = null
  #lostSince: number | null = null
  readonly #seats = new Map<string, Seat>()
  /** The page of each participant that was named when the room was opened, until one connects to the room itself. */
  readonly #pages = new Map<string, { pageId: string; newest: number }>()
  readonly #picture = new PictureWatch()
  readonly waiting = new Waiting()
  #partner: Seat | null = null
  #kind: MediaRoomSpec['kind']
  #broadcasterSends: SideSending

  constructor(spec: MediaRoomSpec, endpoint: Endpoint, emit: (event: MediaEvent) => void) {
    this.#spec = spec
    this.#endpoint = endpoint
    this.emit = emit
    this.#kind = spec.kind
    this.#broadcasterSends = spec.broadcasterSends ?? { microphone: true, camera: true }
    this.#broadcaster = new Broadcaster(this, endpoint)
  }

  get kind(): MediaRoomSpec['kind'] {
    return this.#kind
  }

  get broadcasterSends(): SideSending {
    return this.#broadcasterSends
  }

  get tracks(): TrackSet | null {
    return this.#broadcaster.tracks
  }

  get partner(): Seat | null {
    return this.#partner
  }

  /** In doubt the camera is off: by the broadcaster's own signal, or because no picture arrives. */
  readonly hasPicture = (now: number): boolean | null => {
    if (!this.#broadcaster.isHere('watchers')) return null
    return this.#broadcasterSends.camera && this.#picture.isThere(now)
  }

  /** The broadcaster connects to this process; a room of this process that followed another one gets another origin. */
  broadcastHere(spec: MediaRoomSpec): void {
    if (this.#broadcaster instanceof Broadcaster) return
    this.#broadcaster.close()
    this.#broadcaster = new Broadcaster(this, this.#endpoint)
    this.setSending(spec.broadcasterSends ?? this.#broadcasterSends)
    this.tracksChanged(performance.now())
  }

  /** The broadcaster's media comes from another process; from nowhere when that one has ended. */
  followElsewhere(feed: { key: string; port: number } | null): void {
    const { feeds } = this.#endpoint
    if (!feeds) throw new MediaRefused(503, 'there are no other processes')
    if (this.#broadcaster instanceof Broadcaster) {
      this.#broadcaster.close()
      this.#broadcaster = new FarBroadcaster(this, feeds)
    }
    this.#broadcaster.listen(feed)
  }

  /** Other processes of this machine, by their ports, get what the broadcaster publishes here. */
  feed(key: string, ports: readonly number[]): void {
    const { feeds } = this.#endpoint
    if (!feeds || this.#broadcaster instanceof FarBroadcaster) return
    if (this.#feed?.key !== key || ports.length === 0) {
      this.#feed?.close()
      this.#feed = ports.length > 0 ? new Feed(feeds, key) : null
      this.#feed?.follow(this.tracks)
    }
    this.#feed?.sendTo(ports)
    this.#reportFeed(performance.now())
  }

  openSeat(spec: MediaSeatSpec): void {
    const open = this.#seats.get(spec.seatId)
    if (open) {
      open.extendFunding(spec.fundedMs)
      return
    }
    if (spec.payerSends && this.#partner) throw new MediaRefused(409, 'another payer sends already')
    const seat = new Seat(spec, this, this.#endpoint)
    this.#seats.set(spec.seatId, seat)
    if (spec.payerSends) this.#partner = seat
    const audience = this.#audienceOf(seat)
    if (this.#broadcaster.isHere(audience)) this.#welcome([seat], performance.now())
  }

  /** Null without such a seat, and for a silent look. */
  closeSeat(seatId: string): MediaReading | null {
    const seat = this.#seats.get(seatId)
    if (!seat) return null
    const now = performance.now()
    const reading = seat.close(now)
    this.#seats.delete(seatId)
    if (this.#partner === seat) {
      this.#partner = null
      this.#broadcaster.partnerGone(now)
    }
    this.waiting.wake()
    return reading
  }

  publish(participantId: string, offerSdp: string, kind = this.#kind): Promise<MediaSession> {
    this.#pages.delete(participantId)
    return this.#participant(participantId).publish(offerSdp, kindsOf[kind])
  }

  subscribe(participantId: string, offerSdp: string, kind = this.#kind): Promise<MediaSession> {
    this.#pages.delete(participantId)
    return this.#participant(participantId).subscribe(offerSdp, kindsOf[kind])
  }

  /**
   * These pages have the places of their participants, with their lines as far as those have come. Answers the pages that
   * do.
   */
  seatPages(handedOver: readonly HandedOver[]): PageOfRoom[] {
    return handedOver.flatMap(({ page, line, attempt }) => {
      const participant = this.#sender(page.participantId)
      if (!participant) {
        line?.close()
        return []
      }
      this.#pages.set(page.participantId, { pageId: page.pageId, newest: attempt })
      if (line) participant.adopt(line)
      return [page]
    })
  }

  /**
   * A line that its page began while it rang, and that comes after the answer. Refuses with 409 any other page, and an
   * attempt that comes after a later one.
   */
  async preconnectLate({ participantId, pageId, attempt }: LineSpec, offerSdp: string): Promise<LineSession> {
    const isRefused = () => new MediaRefused(409, 'the room is open')
    const place = this.#pages.get(participantId)
    if (place?.pageId !== pageId || attempt < place.newest) throw isRefused()
    const offer = readLineOffer(offerSdp, kindsOf[this.#kind])
    place.newest = attempt
    const isNewest = () => this.#pages.get(participantId) === place && place.newest === attempt
    const participant = () => (isNewest() ? this.#sender(participantId) : null)
    if (!participant()) throw isRefused()
    const line = new Line(offer, this.#endpoint, () => undefined)
    try {
      const session = await line.answer()
      const taker = participant()
      if (!taker) throw isRefused()
      taker.adopt(line)
      return session
    } catch (error) {
      line.close()
      throw error
    }
  }

  closeResource(participantId: string, resourceId: string | null): void {
    if (participantId === this.#spec.broadcasterId) this.#broadcaster.closeResource(resourceId)
    else for (const seat of this.#seatsOf(participantId)) seat.closeResource(resourceId)
  }

  extendFunding(seatId: string, fundedMs: number): void {
    this.#seats.get(seatId)?.extendFunding(fundedMs)
  }

  limitFunding(seatId: string, fundedMs: number): void {
    this.#seats.get(seatId)?.account?.meter.limit(fundedMs)
  }

  /** What the broadcaster's page says that it sends. */
  setSending(sending: SideSending): void {
    this.#broadcasterSends = sending
    const now = performance.now()
    for (const seat of this.#seats.values()) seat.setSending(sending, now)
  }

  /** From the next increment on the room is of this kind. Connections may carry it once they are offered again. */
  setKind(kind: MediaRoomSpec['kind']): [seatId: string, MediaReading][] {
    this.#kind = kind
    for (const seat of this.#seats.values()) seat.setKind(kind)
    return this.readings()
  }

  readings(): [seatId: string, MediaReading][] {
    const now = performance.now()
    return [...this.#seats.values()].flatMap((seat) => {
      const reading = seat.reading(now)
      return reading ? [[seat.spec.seatId, reading] as [string, MediaReading]] : []
    })
  }

  close(): [seatId: string, MediaReading][] {
    const now = performance.now()
    const closed = [...this.#seats.values()].flatMap((seat) => {
      const reading = seat.close(now)
      return reading ? [[seat.spec.seatId, reading] as [string, MediaReading]] : []
    })
    this.#seats.clear()
    this.#pages.clear()
    this.#partner = null
    this.#feed?.close()
    this.#broadcaster.close()
    this.#picture.follow(null)
    this.waiting.wake()
    return closed
  }

  /** To be called several times a second. */
  tick(now: number): void {
    this.#broadcaster.tick(now)
    for (const seat of this.#seats.values()) seat.tick(now)
    this.#reportFeed(now)
  }

  tracksChanged(now: number): void {
    const { tracks } = this
    this.#picture.follow(tracks)
    this.#feed?.follow(tracks)
    this.#reportFeed(now)
    for (const seat of this.#seats.values()) seat.follow(tracks, now)
    if (tracks) this.waiting.wake()
  }

  payerPublishes(seat: Seat, now: number): void {
    if (seat !== this.#partner) return
    this.#broadcaster.follow(now)
    if (seat.publication) this.waiting.wake()
  }

  broadcasterHere(audience: Audience, now: number): void {
    if (audience === 'watchers') this.#publishingChanged(null, now)
    this.#welcome(this.#audience(audience), now)
  }

  broadcasterLost(audience: Audience, since: number, now: number): void {
    if (audience === 'watchers') this.#publishingChanged(since, now)
    const notified = this.#audience(audience).filter((seat) => seat.broadcasterLost(since, now))
    this.#emitBroadcasterEvent('lost', notified)
  }

  #reportFeed(now: number): void {
    const isHere = this.#broadcaster.isHere('watchers')
    this.#feed?.reportState({ isHere, lostForMs: this.#lostSince === null ? 0 : now - this.#lostSince })
  }

  #welcome(seats: readonly Seat[], now: number): void {
    this.#emitBroadcasterEvent(
      'back',
      seats.filter((seat) => seat.broadcasterHere(now)),
    )
  }

  #emitBroadcasterEvent(type: 'lost' | 'back', seats: readonly Seat[]): void {
    if (seats.length === 0) return
    const seatIds = seats.map(({ spec }) => spec.seatId)
    this.emit({ type, roomId: this.#spec.roomId, seatIds, role: 'broadcaster' })
  }

  #publishingChanged(lostSince: number | null, now: number): void {
    this.#lostSince = lostSince
    this.#reportFeed(now)
    this.emit({ type: 'publishing', roomId: this.#spec.roomId, isPublishing: lostSince === null })
  }

  #audienceOf(seat: Seat): Audience {
    return seat.spec.payerSends ? 'partner' : 'watchers'
  }

  #audience(audience: Audience): Seat[] {
    return [...this.#seats.values()].filter((seat) => this.#audienceOf(seat) === audience)
  }

  #seatsOf(payerId: string): Seat[] {
    return [...this.#seats.values()].filter(({ spec }) => spec.payerId === payerId)
  }

  #participant(participantId: string): Broadcaster | FarBroadcaster | Seat {
    if (participantId === this.#spec.broadcasterId) return this.#broadcaster
    const seat = this.#seatsOf(participantId).at(-1)
    if (!seat) throw new MediaRefused(404, 'not a participant of this room')
    return seat
  }

  /** A participant who connects to this process and may send; null otherwise. */
  #sender(participantId: string): Broadcaster | Seat | null {
    const participant = this.#participant(participantId)
    if (participant instanceof Broadcaster) return participant
    return participant instanceof Seat && participant.spec.payerSends ? participant : null
  }
}
