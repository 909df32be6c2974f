import { randomUUID } from 'node:crypto'
import type { MediaSession } from '../port.ts'
import type { MediaKind } from './codecs.ts'
import { type Negotiation, writeAnswer } from './negotiate.ts'
import { parseRtcp } from './rtcp.ts'
import { isRtcp, parseRtp } from './rtp.ts'
import { Source } from './source.ts'
import { type Endpoint, Transport, type TransportEvents } from './transport.ts'

/** One participant's media in: a WHIP resource. */
export class Publication {
  readonly id = randomUUID()
  readonly sources: ReadonlyMap<MediaKind, Source>
  readonly #sourceOf = new Map<number, Source>()
  readonly #negotiation: Negotiation
  readonly #transport: Transport

  /** @param events told of each packet before it is passed on */
  constructor(negotiation: Negotiation, endpoint: Endpoint, events: TransportEvents) {
    this.#negotiation = negotiation
    this.#transport = new Transport(negotiation.transport, endpoint, {
      ...events,
      received: (packet, now) => {
        events.received(packet, now)
        this.#receive(packet, now)
      },
    })
    const sources = new Map<MediaKind, Source>()
    for (const { kind, codecs } of negotiation.accepted) {
      const [codec] = codecs
      if (!codec) continue
      const source = new Source(codec, (feedback) => this.#transport.send(feedback))
      sources.set(kind, source)
      // By payload type: it is fixed from the first packet on, while a browser need not announce its SSRCs.
      if (codec.rtxPayloadType !== null) this.#sourceOf.set(codec.rtxPayloadType, source)
      this.#sourceOf.set(codec.payloadType, source)
    }
    this.sources = sources
  }

  async answer(): Promise<MediaSession> {
    const local = await this.#transport.negotiate()
    return { resourceId: this.id, answerSdp: writeAnswer(this.#negotiation, local, null) }
  }

  /** To be called several times a second. */
  tick(now: number): void {
    for (const source of this.sources.values()) source.tick(now)
  }

  close(): void {
    this.#transport.close()
    for (const source of this.sources.values()) source.close()
  }

  #receive(packet: Buffer, now: number): void {
    if (isRtcp(packet)) {
      for (const message of parseRtcp(packet)) {
        if (message.type !== 'senderReport') continue
        for (const source of this.sources.values()) source.takeSenderReport(message.report, now)
      }
      return
    }
    const header = parseRtp(packet)
    if (header) this.#sourceOf.get(header.payloadType)?.receive(packet, header, now)
  }
}
