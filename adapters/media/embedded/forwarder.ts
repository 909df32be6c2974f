import { randomInt } from 'node:crypto'
import type { BitrateSample } from './bitrate.ts'
import type { CodecName, MediaKind } from './codecs.ts'
import type { NegotiatedCodec, OutgoingSources } from './negotiate.ts'
import { type ReportBlock, type SenderReport, writeSenderReport } from './rtcp.ts'
import { wrapRetransmission, writeRtpHeader } from './rtp.ts'
import type { Sink, Source, StoredPacket } from './source.ts'

/** A receiver's report older than this says nothing about now. */
const wordIsFreshMs = 5_000
/** Bounds what a receiver can make the server send again; a 2 Mbit/s picture with 20 % loss needs about 50. */
const retransmissionsPerSecondMax = 300

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
  firstSequence: number
  sequenceOffset: number
}

/**
 * One track as one receiver gets it: always the same SSRC and one unbroken line of sequences and timestamps,
 * whatever stands behind it. A source that is replaced, stops for want of funds or begins anew starts a new run,
 * and a video run starts at a keyframe.
 */
export class Forwarder implements Sink {
  readonly kind: MediaKind
  readonly sources: OutgoingSources = { ssrc: randomSsrc(), rtxSsrc: randomSsrc() }
  readonly #codecs: ReadonlyMap<CodecName, NegotiatedCodec>
  readonly #gate: Gate
  readonly #send: (packet: Buffer) => void
  #source: Source | null = null
  #run: Run | null = null
  #timestampOffset = 0
  /** The source whose timestamps the offset belongs to. */
  #timedBy: Source | null = null
  #last: { sequence: number; timestamp: number; at: number } | null = null
  #rtxSequence = randomInt(0x10000)
  #retransmissions = { sinceAt: 0, count: 0 }
  #loss: { fraction: number; at: number } | null = null
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

  /** From now on the packets come from `source`. */
  attach(source: Source, now: number): void {
    this.detach()
    this.#source = source
    source.sinks.add(this)
    source.requestKeyframe(now)
  }

  detach(): void {
    this.#source?.sinks.delete(this)
    this.#source = null
    this.#run = null
  }

  take(packet: StoredPacket, source: Source, now: number): void {
    const codec = this.#codecs.get(source.codec)
    if (!codec) return
    if (!this.#gate.isOpen) {
      this.#run = null
      return
    }
    const run = this.#run ?? this.#startRun(packet, source, now)
    if (!run || packet.sequence < run.firstSequence) return
    if (packet.hasPayload && !this.#gate.pass(now)) {
      this.#run = null
      return
    }
    const sequence = packet.sequence + run.sequenceOffset
    const timestamp = packet.timestamp + this.#timestampOffset
    if (!this.#last || sequence > this.#last.sequence) this.#last = { sequence, timestamp, at: now }
    this.#write(packet, codec, sequence, timestamp)
    this.#send(packet.bytes)
  }

  takeSenderReport(report: SenderReport): void {
    if (!this.#run) return
    const rtpTimestamp = report.rtpTimestamp + this.#timestampOffset
    this.#send(writeSenderReport({ ...report, ssrc: this.sources.ssrc, rtpTimestamp }))
  }

  takeRestart(): void {
    this.#run = null
    this.#timedBy = null
  }

  /** Sends again what the receiver missed, as far as it belongs to the current run: nothing else was ever sent. */
  retransmit(sequences: readonly number[], now: number): void {
    const run = this.#run
    const codec = run && this.#codecs.get(run.source.codec)
    const last = this.#last
    if (!run || !codec || !last) return
    for (const wanted of sequences) {
      const age = (last.sequence - wanted) & 0xffff
      const sequence = last.sequence - age
      const packet = run.source.find(sequence - run.sequenceOffset)
      if (!packet || packet.sequence < run.firstSequence) continue
      if (!this.#mayRetransmit(now)) return
      this.#sendAgain(packet, codec, sequence)
    }
  }

  requestKeyframe(now: number): void {
    if (this.#gate.isOpen) this.#source?.requestKeyframe(now)
  }

  takeReport(block: ReportBlock, now: number): void {
    this.#loss = { fraction: block.fractionLost, at: now }
  }

  takeEstimate(bitsPerSecond: number, now: number): void {
    this.#estimate = { bitsPerSecond, at: now }
  }

  downstream(now: number): BitrateSample['downstream'] {
    const isFresh = (word: { at: number } | null) => word !== null && now - word.at < wordIsFreshMs
    if (!this.#loss || !isFresh(this.#loss)) return null
    const estimateBps = isFresh(this.#estimate) ? (this.#estimate?.bitsPerSecond ?? null) : null
    return { loss: this.#loss.fraction, estimateBps }
  }

  #startRun(packet: StoredPacket, source: Source, now: number): Run | null {
    if (this.kind === 'video' && !packet.startsKeyframe) {
      source.requestKeyframe(now)
      return null
    }
    const sequence = this.#last ? this.#last.sequence + 1 : randomInt(0x8000)
    if (this.#timedBy !== source) {
      this.#timestampOffset = this.#timestampNow(source, now) - packet.timestamp
      this.#timedBy = source
    }
    const sequenceOffset = sequence - packet.sequence
    this.#run = { source, firstSequence: packet.sequence, sequenceOffset }
    return this.#run
  }

  /** Where the timestamps of another source have to go on. */
  #timestampNow(source: Source, now: number): number {
    if (!this.#last) return randomInt(2 ** 31)
    const elapsedTicks = Math.round(((now - this.#last.at) / 1000) * source.clockRate)
    return this.#last.timestamp + Math.max(1, elapsedTicks)
  }

  #write(packet: StoredPacket, codec: NegotiatedCodec, sequence: number, timestamp: number): void {
    const { payloadType } = codec
    const { ssrc } = this.sources
    writeRtpHeader(packet.bytes, { payloadType, marker: packet.marker, sequence, timestamp, ssrc })
  }

  #sendAgain(packet: StoredPacket, codec: NegotiatedCodec, sequence: number): void {
    const timestamp = packet.timestamp + this.#timestampOffset
    if (codec.rtxPayloadType === null) {
      this.#write(packet, codec, sequence, timestamp)
      this.#send(packet.bytes)
      return
    }
    this.#rtxSequence += 1
    const retransmission = wrapRetransmission(packet.bytes, sequence, {
      payloadType: codec.rtxPayloadType,
      marker: packet.marker,
      sequence: this.#rtxSequence,
      timestamp,
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

function randomSsrc(): number {
  return randomInt(2, 2 ** 32 - 1)
}
