import { randomInt } from 'node:crypto'
import type { Downstream } from './bitrate.ts'
import type { CodecName, MediaKind } from './codecs.ts'
import { chooseLayer, firstChoice, type LayerChoice } from './layer-choice.ts'
import { LossWindow } from './loss-window.ts'
import type { NegotiatedCodec, OutgoingSources } from './negotiate.ts'
import { type ReportBlock, type SenderReport, writeSenderReport } from './rtcp.ts'
import { rtpHeaderBytes, timestampDistance, wrapRetransmission, writeRtpHeader } from './rtp.ts'
import type { Sink, Source, StoredPacket } from './source.ts'
import type { Track, TrackReceiver } from './track.ts'
import { baseLayerMask, pictureIdMask, writeBaseLayerIndex, writePictureId } from './vp8.ts'

/** A receiver's report older than this says nothing about now. */
const wordIsFreshMs = 5_000
/** Bounds what a receiver can make the server send again; a 2 Mbit/s picture with 20 % loss needs about 50. */
const retransmissionsPerSecondMax = 300
/** Between two encodings of one picture more than this is no drift but a wrong clock. */
const driftSecondsMax = 0.5

/** Decides whether the receiver may have the next packet. */
export interface Gate {
  /** False while nothing would pass. */
  readonly isOpen: boolean
  /** Called for each packet with media, right before it is sent; false holds it back. */
  pass(now: number): boolean
}

/** For a receiver who doesn't pay. */
export const openGate: Gate = { isOpen: true, pass: () => true }

/** A run of packets that are forwarded with the same offsets, from one source without interruption. */
interface Run {
  source: Source
  codec: NegotiatedCodec
  firstSequence: number
  sequenceOffset: number
  pictureOffset: number
  baseLayerOffset: number
}

/** The newest packet sent, as the receiver knows it; -1 for counters that it hasn't. Written in place. */
interface LastSent {
  sequence: number
  timestamp: number
  at: number
  pictureId: number
  baseLayerIndex: number
}

/**
 * One track as one receiver gets it: always the same SSRC and one unbroken line of sequences, timestamps and frame
 * counters, whatever stands behind it. A source that is replaced, stops for want of funds or begins anew starts a
 * new run, and a video run starts at a keyframe. Of a track in several encodings the receiver gets the one that
 * his way carries; the old one goes on until the new one's keyframe is there.
 */
export class Forwarder implements Sink, TrackReceiver {
  readonly kind: MediaKind
  readonly sources: OutgoingSources = { ssrc: randomSsrc(), rtxSsrc: randomSsrc() }
  readonly #codecs: ReadonlyMap<CodecName, NegotiatedCodec>
  readonly #gate: Gate
  readonly #send: (packet: Buffer) => void
  #track: Track | null = null
  #choice: LayerChoice = firstChoice(0, null, 0)
  #run: Run | null = null
  #timestampOffset = 0
  /** The source whose timestamps the offset belongs to. */
  #timedBy: Source | null = null
  readonly #last: LastSent = nothingSent()
  #rtxSequence = randomInt(0x10000)
  #retransmissions = { sinceAt: 0, count: 0 }
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

  get layer(): number {
    return this.#choice.layer
  }

  /** From now on the packets come from `track`. */
  attach(track: Track, now: number): void {
    this.detach()
    this.#track = track
    track.receivers.add(this)
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

  take(packet: StoredPacket, source: Source, now: number): void {
    if (!this.#gate.isOpen) {
      this.#run = null
      return
    }
    const run = this.#run?.source === source ? this.#run : this.#startRun(packet, source, now)
    if (!run || packet.sequence < run.firstSequence) return
    if (packet.hasPayload && !this.#gate.pass(now)) {
      this.#run = null
      return
    }
    const sequence = packet.sequence + run.sequenceOffset
    this.#noteSent(packet, run, sequence, now)
    this.#write(packet, run, sequence)
    this.#send(packet.bytes)
  }

  takeSenderReport(report: SenderReport, source: Source): void {
    if (this.#run?.source !== source) return
    const rtpTimestamp = report.rtpTimestamp + this.#timestampOffset
    this.#send(writeSenderReport({ ...report, ssrc: this.sources.ssrc, rtpTimestamp }))
  }

  takeRestart(source: Source): void {
    if (this.#run?.source === source) this.#run = null
    if (this.#timedBy === source) this.#timedBy = null
  }

  /** Sends again what the receiver missed, as far as it belongs to the current run. */
  retransmit(sequences: readonly number[], now: number): void {
    const run = this.#run
    const last = this.#last
    if (!run) return
    for (const wanted of sequences) {
      const age = (last.sequence - wanted) & 0xffff
      const sequence = last.sequence - age
      const packet = run.source.find(sequence - run.sequenceOffset)
      if (!packet || packet.sequence < run.firstSequence) continue
      if (!this.#mayRetransmit(now)) return
      this.#sendAgain(packet, run, sequence)
    }
  }

  requestKeyframe(now: number): void {
    if (this.#gate.isOpen) (this.#run?.source ?? this.#wanted)?.requestKeyframe(now)
  }

  takeReport(block: ReportBlock, now: number): void {
    this.#loss.note(block, now)
    this.tick(now)
  }

  takeEstimate(bitsPerSecond: number, now: number): void {
    this.#estimate = { bitsPerSecond, at: now }
    this.tick(now)
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

  get #wanted(): Source | undefined {
    return this.#track?.layers[this.#choice.layer]
  }

  #estimateNow(now: number): number | null {
    return this.#estimate && now - this.#estimate.at < wordIsFreshMs ? this.#estimate.bitsPerSecond : null
  }

  /** Hears the encoding that goes out and the one that is to; every one while nothing goes out. */
  #listen(now: number): void {
    const wanted = this.#wanted
    for (const layer of this.#track?.layers ?? []) {
      if (!this.#run || layer === this.#run.source || layer === wanted) layer.sinks.add(this)
      else layer.sinks.delete(this)
    }
    if (wanted !== this.#run?.source) wanted?.requestKeyframe(now)
  }

  /** While an encoding goes out only the wanted one takes its place; while none does, any is better than nothing. */
  #startRun(packet: StoredPacket, source: Source, now: number): Run | null {
    const codec = this.#codecs.get(source.codec)
    if (!codec) return null
    const isWanted = source === this.#wanted
    if (this.kind === 'video' && !packet.startsKeyframe) {
      if (isWanted) source.requestKeyframe(now)
      return null
    }
    if (this.#run && !isWanted) return null
    const { sequence, pictureId, baseLayerIndex } = this.#last
    this.#timestampOffset = this.#timestampOffsetOf(packet, source, now)
    this.#timedBy = source
    this.#run = {
      source,
      codec,
      firstSequence: packet.sequence,
      sequenceOffset: sequence + 1 - packet.sequence,
      pictureOffset: pictureId < 0 ? 0 : pictureId + 1 - packet.pictureId,
      baseLayerOffset: baseLayerIndex < 0 ? 0 : baseLayerIndex + 1 - packet.baseLayerIndex,
    }
    if (this.#track && this.#track.layers.length > 1) this.#listen(now)
    return this.#run
  }

  #timestampOffsetOf({ timestamp }: StoredPacket, source: Source, now: number): number {
    if (this.#timedBy === source) return this.#timestampOffset
    if (this.#last.at === Number.NEGATIVE_INFINITY) return randomInt(2 ** 31) - timestamp
    const elapsedTicks = Math.round(((now - this.#last.at) / 1000) * source.clockRate)
    const guess = this.#last.timestamp + Math.max(1, elapsedTicks)
    const drift = this.#driftFrom(guess, timestamp, source)
    return Math.max(this.#last.timestamp + 1, guess + drift) - timestamp
  }

  /**
   * How far a guess of where another encoding's timestamps go on is from where the publisher's clock puts them; 0
   * as long as that isn't known, or not to be believed.
   */
  #driftFrom(guess: number, timestamp: number, source: Source): number {
    const before = this.#timedBy
    if (!before?.clock || !source.clock || !this.#track?.layers.includes(before)) return 0
    const from = before.clock
    const to = source.clock
    const seconds = to.ntpSeconds - from.ntpSeconds + (to.ntpFraction - from.ntpFraction) / 2 ** 32
    const sinceReport = timestampDistance(timestamp, to.rtpTimestamp)
    const continued = from.rtpTimestamp + Math.round(seconds * source.clockRate) + sinceReport
    const drift = timestampDistance(continued + this.#timestampOffset, guess)
    return Math.abs(drift) <= source.clockRate * driftSecondsMax ? drift : 0
  }

  #noteSent(packet: StoredPacket, run: Run, sequence: number, now: number): void {
    const last = this.#last
    if (sequence <= last.sequence) return
    last.sequence = sequence
    last.timestamp = packet.timestamp + this.#timestampOffset
    last.at = now
    last.pictureId = packet.pictureId < 0 ? -1 : (packet.pictureId + run.pictureOffset) & pictureIdMask
    last.baseLayerIndex =
      packet.baseLayerIndex < 0 ? -1 : (packet.baseLayerIndex + run.baseLayerOffset) & baseLayerMask
  }

  /** Several receivers share the bytes: everything that differs between them is written each time. */
  #write(packet: StoredPacket, run: Run, sequence: number): void {
    const timestamp = packet.timestamp + this.#timestampOffset
    const { payloadType } = run.codec
    const { ssrc } = this.sources
    writeRtpHeader(packet.bytes, { payloadType, marker: packet.marker, sequence, timestamp, ssrc })
    this.#writeCounters(packet, run)
  }

  #writeCounters(packet: StoredPacket, run: Run): void {
    if (packet.pictureId < 0) return
    writePictureId(packet.bytes, rtpHeaderBytes, packet.pictureId + run.pictureOffset)
    if (packet.baseLayerIndex < 0) return
    writeBaseLayerIndex(packet.bytes, rtpHeaderBytes, packet.baseLayerIndex + run.baseLayerOffset)
  }

  #sendAgain(packet: StoredPacket, run: Run, sequence: number): void {
    const { rtxPayloadType } = run.codec
    if (rtxPayloadType === null) {
      this.#write(packet, run, sequence)
      this.#send(packet.bytes)
      return
    }
    this.#writeCounters(packet, run)
    this.#rtxSequence += 1
    const retransmission = wrapRetransmission(packet.bytes, sequence, {
      payloadType: rtxPayloadType,
      marker: packet.marker,
      sequence: this.#rtxSequence,
      timestamp: packet.timestamp + this.#timestampOffset,
      ssrc: this.sources.rtxSsrc,
    })
    this.#send(retransmission)
  }

  #mayRetransmit(now: number): boolean {
    if (now - this.#retransmissions.sinceAt >= 1_000) this.#retransmissions = { sinceAt: now, count: 0 }
    this.#retransmissions.count += 1
    return this.#retransmissions.count <= retransmissionsPerSecondMax
  }
}

const nothingSent = (): LastSent => ({
  sequence: randomInt(0x8000),
  timestamp: 0,
  at: Number.NEGATIVE_INFINITY,
  pictureId: -1,
  baseLayerIndex: -1,
})

function randomSsrc(): number {
  return randomInt(2, 2 ** 32 - 1)
}
