import { randomUUID } from 'node:crypto'
import type { MediaSession } from '../../port.ts'
import { ReceiverFeedback } from '../rtp/receiver-feedback.ts'
import { isRtcp } from '../rtp/rtp.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import { type AnsweredSection, type Negotiation, writeAnswer } from '../signaling/negotiate.ts'
import { openPipe, type Pipe, type SharedTransport } from '../transport/shared-transport.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'
import { closedGate, Forwarder, type Gate } from './forwarder.ts'
import type { TrackSet } from './publication.ts'

/** The other participant's media out: a WHEP resource, or half of a line. */
export class Subscription {
  readonly id = randomUUID()
  readonly #negotiation: Negotiation
  readonly #transport: Pipe
  readonly #forwarders = new Map<MediaKind, Forwarder>()
  readonly #feedback = new ReceiverFeedback(this.#forwarders)
  #events: TransportEvents
  #isHeld: boolean
  #followed: TrackSet | null = null
  #isOpen = false

  /**
   * @param gate null: the connection is held, and sends and reads nothing until `release`
   * @param events notified of each packet before it is handled
   */
  constructor(
    negotiation: Negotiation,
    gate: Gate | null,
    at: Endpoint | SharedTransport,
    events: TransportEvents,
  ) {
    this.#negotiation = negotiation
    this.#events = events
    this.#isHeld = gate === null
    this.#transport = openPipe(at, negotiation.transport, {
      opened: (now) => {
        this.#events.opened(now)
        this.#isOpen = true
        this.#attach(now)
      },
      received: (packet, now) => {
        if (this.#isHeld) return
        this.#events.received(packet, now)
        if (isRtcp(packet)) this.#feedback.receive(packet, now)
      },
      closed: (now) => this.#events.closed(now),
    })
    const send = (packet: Buffer) => this.#transport.send(packet)
    for (const { kind, codecs } of negotiation.accepted) {
      this.#forwarders.set(kind, new Forwarder(kind, codecs, gate ?? closedGate, send))
    }
  }

  /** It only receives sound, and so sends a packet rarely. */
  get isSoundOnly(): boolean {
    return !this.#forwarders.has('video')
  }

  async answer(): Promise<MediaSession> {
    const local = await this.#transport.negotiate()
    return { resourceId: this.id, answerSdp: writeAnswer(this.#negotiation.offer, local, this.sections()) }
  }

  /** What the answer says of what the server sends. */
  sections(): AnsweredSection[] {
    return this.#negotiation.accepted.map((accepted) => {
      const forwarder = this.#forwarders.get(accepted.kind)
      if (!forwarder) throw new Error(`no forwarder for ${accepted.kind}`)
      return { accepted, outgoing: forwarder.sources }
    })
  }

  /** From now on the receiver gets what this gate lets pass. These events replace those of the constructor. */
  release(gate: Gate, events: TransportEvents, now: number): void {
    this.#events = events
    this.#isHeld = false
    for (const forwarder of this.#forwarders.values()) forwarder.passBy(gate)
    if (this.#isOpen) events.opened(now)
  }

  /** From now on what is published there is what the receiver gets; null while there is none. */
  follow(published: TrackSet | null, now: number): void {
    this.#followed = published
    if (this.#isOpen) this.#attach(now)
  }

  requestKeyframes(now: number): void {
    for (const forwarder of this.#forwarders.values()) forwarder.requestKeyframe(now)
  }

  /** To be called several times a second. */
  tick(now: number): void {
    for (const forwarder of this.#forwarders.values()) forwarder.tick(now)
  }

  close(): void {
    this.#isOpen = false
    this.#transport.close()
    for (const forwarder of this.#forwarders.values()) forwarder.detach()
  }

  #attach(now: number): void {
    for (const [kind, forwarder] of this.#forwarders) {
      const track = this.#followed?.tracks.get(kind)
      if (track) forwarder.attach(track, now)
      else forwarder.detach()
    }
  }
}
