import { type Downstream, initialBitrateBps, nextBitrate } from '../rtp/bitrate.ts'
import { type SenderReport, writeBitrateEstimate } from '../rtp/rtcp.ts'
import { type RtpHeader, readTextExtension } from '../rtp/rtp.ts'
import type { CodecName, MediaKind } from '../signaling/codecs.ts'
import type { AcceptedSection, NegotiatedCodec } from '../signaling/negotiate.ts'
import type { OfferedSimulcast } from '../signaling/sdp.ts'
import type { AtTurnEnd } from '../transport/turns.ts'
import { type Demand, demandOf } from './layer-demand.ts'
import { LayerOrder } from './layer-order.ts'
import { Source, type SourceReport } from './source.ts'

const reportEveryMs = 1_000
/** An encoding that is silent for this long while another one arrives was stopped by its sender. */
const stoppedAfterMs = 500
/** What the encodings below the highest use until they have shown it; the web client's lower one has this limit. */
const lowerLayersBps = 200_000
/** With less a browser doesn't send every encoding. */
const allLayersBps = 600_000

/** A receiver of a track, in one encoding or another. */
export interface TrackReceiver {
  /** Index of the encoding that the receiver is to get. */
  readonly layer: number
  /** False for a receiver whose line must not bear on what the publisher sends. */
  readonly setsBitrate: boolean
  /** The order of the encodings has changed. */
  layersReordered(now: number): void
  /** The receiver's reported loss and estimate; null without a recent report. */
  downstream(now: number): Downstream
}

/**
 * One published track in one or more encodings, each a source of its own, and the one limit that its publisher gets.
 * A header extension names a packet's encoding until the server knows the encoding by the synchronisation source
 * (RFC 8852).
 */
export class Track {
  readonly kind: MediaKind
  readonly codec: CodecName
  /** In the publisher's order, which never changes. */
  readonly encodings: readonly Source[]
  #layers: readonly Source[]
  readonly #order = new LayerOrder()
  readonly receivers = new Set<TrackReceiver>()
  readonly #simulcast: OfferedSimulcast | null
  readonly #sourceOf = new Map<number, Source>()
  readonly #ssrcOf = new Map<string, number>()
  readonly #send: (feedback: Buffer) => void
  #bitrateBps = initialBitrateBps
  #demand: Demand = { downstream: null, ceilingBps: Number.POSITIVE_INFINITY, isNarrow: false }
  #reportedAt: number | null = null

  /** @param atTurnEnd see Source */
  constructor(
    codec: NegotiatedCodec,
    simulcast: AcceptedSection['simulcast'],
    send: (feedback: Buffer) => void,
    atTurnEnd?: AtTurnEnd,
  ) {
    this.kind = codec.codec.kind
    this.codec = codec.codec.name
    this.#simulcast = simulcast
    this.#send = send
    const isLayered = simulcast !== null
    this.encodings = (simulcast?.rids ?? ['']).map(
      () => new Source(codec, send, { isLayer: isLayered, atTurnEnd }),
    )
    this.#layers = this.encodings
    if (isLayered) this.#bitrateBps += lowerLayersBps
  }

  /**
   * The encodings, lowest first; one where the publisher sends one. In the publisher's order, which is the web client's,
   * until they show by what they carry that it is another.
   */
  get layers(): readonly Source[] {
    return this.#layers
  }

  receive(packet: Buffer, header: RtpHeader, now: number): void {
    const source = this.#simulcast ? this.#layerOf(packet, header) : this.layers[0]
    source?.receive(packet, header, now)
    if (this.#reportedAt === null) this.tick(now)
  }

  /** Accepts a packet of which it is known to which encoding it belongs. */
  receiveOf(encoding: number, packet: Buffer, header: RtpHeader, now: number): void {
    this.encodings[encoding]?.receive(packet, header, now)
    if (this.#reportedAt === null) this.tick(now)
  }

  receiveSenderReport(report: SenderReport, now: number): void {
    for (const layer of this.layers) layer.receiveSenderReport(report, now)
  }

  /** What each encoding brings in bits per second; null for one that doesn't come. */
  carriedBps(): (number | null)[] {
    const newest = Math.max(...this.layers.map((layer) => layer.receivedAt))
    return this.layers.map((layer) => (newest - layer.receivedAt < stoppedAfterMs ? layer.carriedBps : null))
  }

  /**
   * Reports to the publisher each second how its packets arrive and how much it may send, for the first time with the
   * first packet. To be called several times a second.
   */
  tick(now: number): void {
    const sinceMs = this.#reportedAt === null ? 0 : now - this.#reportedAt
    if (this.#reportedAt !== null && sinceMs < reportEveryMs) return
    const reports = this.layers.flatMap((layer) => layer.nextReport(now) ?? [])
    if (reports.length === 0) return
    this.#reportedAt = now
    const parts = reports.map(({ packet }) => packet)
    if (this.kind === 'video') {
      // The first report is at the beginning, with nothing to learn from yet.
      if (sinceMs > 0) this.#adaptBitrate(reports, sinceMs, now)
      const ssrcs = reports.map(({ ssrc }) => ssrc)
      parts.push(writeBitrateEstimate(ssrcs, Math.min(this.#bitrateBps, this.#demand.ceilingBps)))
    }
    this.#send(Buffer.concat(parts))
  }

  close(): void {
    for (const layer of this.layers) layer.close()
    this.receivers.clear()
  }

  #layerOf(packet: Buffer, header: RtpHeader): Source | undefined {
    return this.#sourceOf.get(header.ssrc) ?? this.#learnLayer(packet, header)
  }

  #learnLayer(packet: Buffer, { ssrc, payloadType }: RtpHeader): Source | undefined {
    const extensions = this.#simulcast?.extensions
    if (!extensions) return undefined
    const isRetransmission = payloadType === this.layers[0]?.rtxPayloadType
    const rid = readTextExtension(packet, isRetransmission ? extensions.repairedRid : extensions.rid)
    const layer = this.encodings[this.#simulcast?.rids.indexOf(rid ?? '') ?? -1]
    if (!layer) return undefined
    // It replaces the one before, so that no sender can make the table grow.
    const use = `${rid} ${isRetransmission ? 'again' : 'first'}`
    this.#sourceOf.delete(this.#ssrcOf.get(use) ?? ssrc)
    this.#ssrcOf.set(use, ssrc)
    this.#sourceOf.set(ssrc, layer)
    return layer
  }

  #adaptBitrate(reports: readonly SourceReport[], sinceMs: number, now: number): void {
    const flows = this.layers.map((layer) => layer.nextFlow(sinceMs))
    this.#reorder(flows, now)
    const receivedBps = flows.reduce((sum, flow) => sum + flow.receivedBps, 0)
    const queueDelayMs = Math.max(...flows.map((flow) => flow.queueDelayMs))
    const expected = reports.reduce((sum, report) => sum + report.expected, 0)
    const lost = reports.reduce((sum, report) => sum + report.expected * report.fractionLost, 0)
    const upstreamLoss = expected > 0 ? lost / expected : 0
    this.#demand = demandOf(
      this.layers.map((layer) => layer.carriedBps),
      [...this.receivers]
        .filter(({ setsBitrate }) => setsBitrate)
        .map((each) => ({ layer: each.layer, downstream: each.downstream(now) })),
      this.#demand.isNarrow,
    )
    const { downstream, ceilingBps } = this.#demand
    const enoughBps = this.layers.length > 1 ? allLayersBps : 0
    const sample = { upstreamLoss, queueDelayMs, receivedBps, downstream }
    this.#bitrateBps = nextBitrate(this.#bitrateBps, sample, { ceilingBps, enoughBps })
  }

  #reorder(flows: readonly { receivedBps: number }[], now: number): void {
    const comes = this.carriedBps().map((bps) => bps !== null)
    const places = this.#order.look(
      flows.map(({ receivedBps }, place) => (comes[place] ? receivedBps : null)),
    )
    if (!places) return
    this.#layers = places.flatMap((place) => this.#layers[place] ?? [])
    for (const receiver of this.receivers) receiver.layersReordered(now)
  }
}
