import { randomUUID } from 'node:crypto'
import type { MediaSession } from '../../port.ts'
import { writePictureLoss } from '../rtp/rtcp.ts'
import { RtcpIntake } from '../rtp/rtcp-intake.ts'
import { isRtcp, parseRtp } from '../rtp/rtp.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import {
  type AnsweredSection,
  type NegotiatedCodec,
  type Negotiation,
  writeAnswer,
} from '../signaling/negotiate.ts'
import type { OfferedSimulcast } from '../signaling/sdp.ts'
import { openPipe, type Pipe, type SharedTransport } from '../transport/shared-transport.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'
import { Track } from './track.ts'

/** What somebody publishes. */
export interface TrackSet {
  readonly tracks: ReadonlyMap<MediaKind, Track>
}

/** One participant's media in: a WHIP resource, or half of a line. */
export class Publication implements TrackSet {
  readonly id = randomUUID()
  readonly #tracks = new Map<MediaKind, Track>()
  /** By payload type: it is fixed from the first packet on, while a browser need not announce its SSRCs. */
  readonly #trackOf = new Map<number, Track>()
  /** The codecs that the answer allows besides, by payload type: until the first packet the publisher may choose one. */
  readonly #choices = new Map<number, NegotiatedCodec>()
  readonly #onTracksChanged: (now: number) => void
  readonly #rtcp = new RtcpIntake()
  readonly #negotiation: Negotiation
  readonly #transport: Pipe
  #events: TransportEvents
  #isHeld: boolean
  #isOpen = false
  /** A synchronisation source of the picture that comes while the connection is held. */
  #heldPicture: number | null = null

  /**
   * @param events notified of each packet before it is passed on
   * @param how.isHeld until `release` every packet is dropped; only who sends a picture is noted
   * @param how.onTracksChanged a track was replaced by one of another codec, before its first packet
   */
  constructor(
    negotiation: Negotiation,
    at: Endpoint | SharedTransport,
    events: TransportEvents,
    how: { isHeld?: boolean; onTracksChanged?: (now: number) => void } = {},
  ) {
    this.#negotiation = negotiation
    this.#events = events
    this.#isHeld = how.isHeld ?? false
    this.#onTracksChanged = how.onTracksChanged ?? (() => undefined)
    this.#transport = openPipe(at, negotiation.transport, {
      opened: (now) => {
        this.#isOpen = true
        this.#events.opened(now)
      },
      received: (packet, now) => {
        if (this.#isHeld) return this.#noteHeld(packet)
        this.#events.received(packet, now)
        this.#receive(packet, now)
      },
      closed: (now) => this.#events.closed(now),
    })
    for (const { codecs, simulcast } of negotiation.accepted) {
      const [codec, ...others] = codecs
      if (codec) this.#addTrack(codec, simulcast)
      for (const other of others) this.#choices.set(other.payloadType, other)
    }
  }

  get tracks(): ReadonlyMap<MediaKind, Track> {
    return this.#tracks
  }

  async answer(): Promise<MediaSession> {
    const local = await this.#transport.negotiate()
    return { resourceId: this.id, answerSdp: writeAnswer(this.#negotiation.offer, local, this.sections()) }
  }

  /** What the answer says of what the server receives. */
  sections(): AnsweredSection[] {
    return this.#negotiation.accepted.map((accepted) => ({ accepted, outgoing: null }))
  }

  /** From now on what arrives counts. These events replace those of the constructor. */
  release(events: TransportEvents, now: number): void {
    this.#events = events
    this.#isHeld = false
    if (this.#isOpen) events.opened(now)
    // Its first packet may come late, and would be no keyframe.
    if (this.#heldPicture !== null) this.#transport.send(writePictureLoss(this.#heldPicture))
    this.#heldPicture = null
  }

  /** To be called several times a second. */
  tick(now: number): void {
    for (const track of this.tracks.values()) track.tick(now)
  }

  close(): void {
    this.#transport.close()
    for (const track of this.tracks.values()) track.close()
  }

  #addTrack(codec: NegotiatedCodec, simulcast: OfferedSimulcast | null): void {
    const transport = this.#transport
    const track = new Track(codec, simulcast, (feedback) => transport.send(feedback), transport.atTurnEnd)
    this.#tracks.set(track.kind, track)
    if (codec.rtxPayloadType !== null) this.#trackOf.set(codec.rtxPayloadType, track)
    this.#trackOf.set(codec.payloadType, track)
  }

  /** The first packet of a track has another codec than the answer's first: it is the codec from now on. */
  #choose(payloadType: number, now: number): void {
    const codec = this.#choices.get(payloadType)
    const before = codec && this.#tracks.get(codec.codec.kind)
    if (!before || before.encodings.some(({ isReceiving }) => isReceiving)) return
    for (const [each, track] of this.#trackOf) if (track === before) this.#trackOf.delete(each)
    before.close()
    this.#addTrack(codec, null)
    this.#onTracksChanged(now)
  }

  #noteHeld(packet: Buffer): void {
    const header = isRtcp(packet) ? null : parseRtp(packet)
    const track = header && this.tracks.get('video')
    if (track && this.#trackOf.get(header.payloadType) === track) this.#heldPicture = header.ssrc
  }

  #receive(packet: Buffer, now: number): void {
    if (isRtcp(packet)) {
      for (const message of this.#rtcp.read(packet, now)) {
        if (message.type !== 'senderReport') continue
        for (const track of this.tracks.values()) track.receiveSenderReport(message.report, now)
      }
      return
    }
    const header = parseRtp(packet)
    if (!header) return
    if (!this.#trackOf.has(header.payloadType)) this.#choose(header.payloadType, now)
    this.#trackOf.get(header.payloadType)?.receive(packet, header, now)
  }
}
