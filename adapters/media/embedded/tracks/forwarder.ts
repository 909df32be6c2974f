import type { Downstream } from '../rtp/bitrate.ts'
import { carriesParameters } from '../rtp/keyframe.ts'
import { LossWindow } from '../rtp/loss-window.ts'
import { Resends } from '../rtp/resends.ts'
import { RoundTrip } from '../rtp/round-trip.ts'
import { type ReportBlock, type SenderReport, writeSenderReport } from '../rtp/rtcp.ts'
import { rtpHeaderBytes } from '../rtp/rtp.ts'
import { TokenBucket } from '../rtp/token-bucket.ts'
import { type CodecName, isVideoCodec, type MediaKind } from '../signaling/codecs.ts'
import type { NegotiatedCodec, OutgoingSources } from '../signaling/negotiate.ts'
import { OutgoingLine, type Run } from '../transport/outgoing-line.ts'
import { chooseLayer, firstChoice, type LayerChoice, reordered } from './layer-choice.ts'
import type { Sink, Source, StoredPacket } from './source.ts'
import type { Track, TrackReceiver } from './track.ts'

/** A receiver's report older than this says nothing about now. */
const wordIsFreshMs = 5_000
/** Bounds what a receiver can make the server send again; a 2 Mbit/s picture with 20 % loss needs about 50. */
const retransmissionsPerSecondMax = 300
/** Of those who share a track with many, one may ask for so many keyframes a second in the long run. */
const keyframeRequestsPerSecond = 0.5
const keyframeRequestsAtOnce = 4
/** A call's track has one receiver, and another one while a connection is being replaced. */
const fewReceivers = 2

/** Decides whether the receiver may have the next packet. */
export interface Gate {
  /** False while nothing would pass. */
  readonly isOpen: boolean
  /** Whether the receiver's line bears on what the publisher is told to send. */
  readonly setsBitrate: boolean
  /**
   * Called for each packet with media, right before it is sent; false holds it back.
   * @param sequence as the receiver will know it, without wrapping
   */
  pass(packet: StoredPacket, source: Source, sequence: number, now: number): boolean
  /** The receiver reported what arrived of this kind. */
  report(kind: MediaKind, block: ReportBlock, now: number): void
}

/** For a receiver who doesn't pay. */
export const openGate: Gate = { isOpen: true, setsBitrate: true, pass: () => true, report: () => undefined }

/** For a receiver of whom nobody may notice anything. */
export const silentGate: Gate = { ...openGate, setsBitrate: false }

/** For a connection whose call nobody has answered. */
export const closedGate: Gate = {
  isOpen: false,
  setsBitrate: false,
  pass: () => false,
  report: () => undefined,
}

/**
 * One track as one receiver gets it: one continuous stream, whatever sources are behind it. A source that is
 * replaced, that stops for want of funds, or that restarts begins a new run, and a video run begins with a keyframe.
 * Of a track in several encodings the receiver gets the one that the connection carries; the old encoding continues
 * until the keyframe of the new one has arrived.
 */
export class Forwarder implements Sink, TrackReceiver {
  readonly kind: MediaKind
  readonly #line = new OutgoingLine()
  readonly #codecs: ReadonlyMap<CodecName, NegotiatedCodec>
  #gate: Gate
  readonly #send: (packet: Buffer) => void
  #track: Track | null = null
  /** Nothing of this track has gone out yet, and nothing was held back. */
  #isNewcomer = false
  #choice: LayerChoice = firstChoice(0, null, 0)
  #run: Run | null = null
  readonly #retransmissions = new TokenBucket(retransmissionsPerSecondMax)
  readonly #resends = new Resends()
  readonly #keyframeRequests = new TokenBucket(keyframeRequestsPerSecond, keyframeRequestsAtOnce)
  readonly #roundTrip = new RoundTrip()
  readonly #loss = new LossWindow()
  #estimate: { bitsPerSecond: number; at: number } | null = null

  constructor(
    kind: MediaKind,
    codecs: readonly NegotiatedCodec[],
    gate: Gate,
    send: (packet: Buffer) => void,
  ) {
    this.kind = kind
    this.#codecs = new Map(codecs.toReversed().map((each) => [each.codec.name, each]))
    this.#gate = gate
    this.#send = send
  }

  /** From now on this gate decides. */
  passBy(gate: Gate): void {
    this.#gate = gate
  }

  get sources(): OutgoingSources {
    return this.#line.sources
  }

  get layer(): number {
    return this.#choice.layer
  }

  /** From now on the packets come from `track`. */
  attach(track: Track, now: number): void {
    this.detach()
    this.#track = track
    track.receivers.add(this)
    this.#isNewcomer = true
    const flowing = track.carriedBps().findLastIndex((bps) => bps !== null)
    const layer = flowing >= 0 ? flowing : track.layers.length - 1
    this.#choice = firstChoice(layer, this.#estimateNow(now), now)
    this.#listen(now)
  }

  detach(): void {
    for (const layer of this.#track?.layers ?? []) layer.sinks.delete(this)
    this.#track?.receivers.delete(this)
    this.#track = null
    this.#run = null
  }

  receive(packet: StoredPacket, source: Source, now: number): void {
    if (!this.#gate.isOpen) {
      this.#run = null
      this.#isNewcomer = false
      return
    }
    if (this.#isNewcomer && this.kind === 'video') this.#catchUp(packet, source, now)
    const run = this.#run?.source === source ? this.#run : this.#startRun(packet, source, now)
    if (run) this.#forward(packet, run, now)
  }

  #forward(packet: StoredPacket, run: Run, now: number): void {
    if (packet.sequence < run.firstSequence) return
    const { source } = run
    const sequence = packet.sequence + run.sequenceOffset
    if (packet.hasPayload && !this.#gate.pass(packet, source, sequence, now)) {
      this.#run = null
      return
    }
    this.#send(this.#line.write(packet, run, now))
  }

  receiveSenderReport(report: SenderReport, source: Source, now: number): void {
    if (this.#run?.source !== source) return
    this.#roundTrip.recordSent(report, now)
    const rtpTimestamp = this.#line.timestampOf(report.rtpTimestamp)
    this.#send(writeSenderReport({ ...report, ssrc: this.sources.ssrc, rtpTimestamp }))
  }

  sourceRestarted(source: Source): void {
    if (this.#run?.source === source) this.#run = null
    this.#line.sourceRestarted(source)
  }

  /**
   * Sends again what the receiver missed, if it belongs to the current run and isn't already on its way: a client may
   * request the same packet again before it can have arrived, or without noticing that it did.
   */
  retransmit(sequences: readonly number[], now: number): void {
    const run = this.#run
    if (!run) return
    const way = { roundTripMs: this.#roundTrip.ms, loss: this.#loss.read(now, wordIsFreshMs) }
    for (const wanted of sequences) {
      const packet = this.#line.find(wanted, run)
      if (!packet || !this.#resends.isDue(packet.sequence + run.sequenceOffset, way, now)) continue
      if (this.#retransmissions.consume(1, now) < 1) return
      this.#resends.record(packet.sequence + run.sequenceOffset, now)
      this.#send(this.#line.writeAgain(packet, run))
      this.#mindParameters(packet, run.source, now)
    }
  }

  /** The receiver asks for a keyframe. */
  requestKeyframe(now: number): void {
    const isOneOfMany = this.#track !== null && this.#track.receivers.size > fewReceivers
    if (isOneOfMany && this.#keyframeRequests.consume(1, now) < 1) return
    if (this.#gate.isOpen) (this.#run?.source ?? this.#wanted)?.requestKeyframe(now)
  }

  receiveReport(block: ReportBlock, now: number): void {
    this.#gate.report(this.kind, block, now)
    this.#loss.record(block, now)
    this.#roundTrip.recordReport(block, now)
    this.tick(now)
  }

  receiveEstimate(bitsPerSecond: number, now: number): void {
    this.#estimate = { bitsPerSecond, at: now }
    this.tick(now)
  }

  get setsBitrate(): boolean {
    return this.#gate.setsBitrate
  }

  downstream(now: number): Downstream {
    const loss = this.#loss.read(now, wordIsFreshMs)
    return loss === null ? null : { loss, estimateBps: this.#estimateNow(now) }
  }

  /** Looks which encoding fits. To be called several times a second. */
  tick(now: number): void {
    const track = this.#track
    if (!track || track.layers.length < 2) return
    const before = this.#choice.layer
    const sample = {
      carriedBps: track.carriedBps(),
      loss: this.#loss.read(now, wordIsFreshMs),
      estimateBps: this.#estimateNow(now),
    }
    this.#choice = chooseLayer(this.#choice, sample, now)
    if (this.#choice.layer !== before) this.#listen(now)
  }

  /** Keeps the position in the new order, although another encoding is there now: the receiver's bandwidth is the same. */
  layersReordered(now: number): void {
    this.#choice = reordered(this.#choice, now)
    this.#listen(now)
  }

  get #wanted(): Source | undefined {
    return this.#track?.layers[this.#choice.layer]
  }

  #estimateNow(now: number): number | null {
    return this.#estimate && now - this.#estimate.at < wordIsFreshMs ? this.#estimate.bitsPerSecond : null
  }

  /** Subscribes to the encoding that goes out and to the wanted one; to all encodings while nothing goes out. */
  #listen(now: number): void {
    const wanted = this.#wanted
    for (const layer of this.#track?.layers ?? []) {
      if (!this.#run || layer === this.#run.source || layer === wanted) layer.sinks.add(this)
      else layer.sinks.delete(this)
    }
    if (wanted === this.#run?.source || (this.#isNewcomer && wanted?.hasFreshKeyframe(now))) return
    wanted?.requestKeyframe(now)
  }

  /** A newcomer doesn't wait for the next keyframe when the last one has just been. */
  #catchUp(next: StoredPacket, source: Source, now: number): void {
    if (source !== this.#wanted) return
    const [keyframe, ...rest] = source.catchUpTo(next, now)
    const run = keyframe ? this.#startRun(keyframe, source, now) : null
    if (!keyframe || !run) return
    for (const packet of [keyframe, ...rest]) if (this.#run === run) this.#forward(packet, run, now)
  }

  /** While an encoding goes out only the wanted one takes its place; while none does, any is better than nothing. */
  #startRun(packet: StoredPacket, source: Source, now: number): Run | null {
    const codec = this.#codecs.get(source.codec)
    if (!codec) return null
    const wanted = this.#wanted
    const isWanted = source === wanted
    if (this.kind === 'video' && !packet.startsKeyframe) {
      if (isWanted || wanted?.isReceiving === false) source.requestKeyframe(now)
      return null
    }
    if (this.#run && !isWanted) return null
    const siblings = this.#track?.layers ?? []
    this.#run = this.#line.begin(packet, source, codec, siblings, now)
    this.#isNewcomer = false
    if (siblings.length > 1) this.#listen(now)
    return this.#run
  }

  /**
   * A browser doesn't wait for lost parameters: it decodes the new encoding by those of the old one, and goes on so
   * when they come late. Only another keyframe mends that.
   */
  #mindParameters({ bytes }: StoredPacket, { codec }: Source, now: number): void {
    const isLayered = this.#track !== null && this.#track.layers.length > 1
    if (!isLayered || !isVideoCodec(codec)) return
    if (carriesParameters(codec, bytes.subarray(rtpHeaderBytes))) this.requestKeyframe(now)
  }
}
