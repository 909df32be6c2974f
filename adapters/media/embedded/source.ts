import { type BitrateSample, DelayTrend, initialBitrateBps, nextBitrate } from './bitrate.ts'
import { type CodecName, isVideoCodec, type MediaKind } from './codecs.ts'
import { startsKeyframe } from './keyframe.ts'
import type { NegotiatedCodec } from './negotiate.ts'
import { Reception } from './reception.ts'
import {
  type SenderReport,
  writeBitrateEstimate,
  writeNack,
  writePictureLoss,
  writeReceiverReport,
} from './rtcp.ts'
import { type RtpHeader, stripToPlainHeader, unwrapRetransmission } from './rtp.ts'

/** About four seconds of a 2 Mbit/s picture; a power of two, so that a sequence finds its place by its low bits. */
const ringPackets = 1_024
const keyframeRequestEveryMs = 300
const nackEveryMs = 40
const reportEveryMs = 1_000

/** A packet as it is kept and passed on: a plain header, to be written anew for each receiver, and the payload. */
export interface StoredPacket {
  /** Without wrapping; its low 16 bits are the sender's own. */
  sequence: number
  timestamp: number
  marker: boolean
  startsKeyframe: boolean
  hasPayload: boolean
  bytes: Buffer
}

/** Whoever a source's packets go to. */
export interface Sink {
  take(packet: StoredPacket, source: Source, now: number): void
  takeSenderReport(report: SenderReport): void
  /** What the packets before and after have in common is gone: the source began anew. */
  takeRestart(): void
  /** How the receiver fares; null without a recent report. */
  downstream(now: number): BitrateSample['downstream']
}

/** One published track: what arrives is mended, kept and passed on. */
export class Source {
  readonly kind: MediaKind
  readonly codec: CodecName
  readonly clockRate: number
  readonly payloadType: number
  readonly rtxPayloadType: number | null
  readonly sinks = new Set<Sink>()
  readonly #send: (feedback: Buffer) => void
  readonly #ring: (StoredPacket | undefined)[] = new Array(ringPackets)
  #reception: Reception
  readonly #delay: DelayTrend
  #ssrc: number | null = null
  #nackTimer: NodeJS.Timeout | null = null
  #keyframe: { isWanted: boolean; requestedAt: number } = {
    isWanted: false,
    requestedAt: Number.NEGATIVE_INFINITY,
  }
  #lastSenderReport: { middleNtp: number; at: number } | null = null
  #bitrateBps = initialBitrateBps
  #receivedBytes = 0
  #reportedAt: number | null = null

  constructor(negotiated: NegotiatedCodec, send: (feedback: Buffer) => void) {
    this.kind = negotiated.codec.kind
    this.codec = negotiated.codec.name
    this.clockRate = negotiated.codec.clockRate
    this.payloadType = negotiated.payloadType
    this.rtxPayloadType = negotiated.rtxPayloadType
    this.#reception = this.#freshReception()
    this.#delay = new DelayTrend(this.clockRate)
    this.#send = send
  }

  /** Takes one packet of this source, or a retransmission of one. */
  receive(packet: Buffer, outer: RtpHeader, now: number): void {
    const isRetransmission = outer.payloadType === this.rtxPayloadType
    const header = isRetransmission ? unwrapRetransmission(packet, outer) : outer
    if (!header) return
    if (!isRetransmission) this.#latch(outer.ssrc)
    else if (this.#ssrc === null) return
    this.#receivedBytes += packet.length
    const arrival = this.#reception.receive(header.sequence, now)
    if (arrival.kind === 'useless') return
    if (arrival.kind === 'restart') {
      this.#restart()
      this.receive(packet, outer, now)
      return
    }
    if (this.#ring[arrival.sequence % ringPackets]?.sequence === arrival.sequence) {
      this.#reception.discountDuplicate()
      return
    }
    if (!isRetransmission) this.#noteTiming(header.timestamp, arrival.kind, now)
    if (arrival.kind === 'hole') this.requestKeyframe(now)
    this.#pass(this.#store(packet, header, arrival.sequence), now)
    this.#askForMissing(now)
  }

  takeSenderReport(report: SenderReport, now: number): void {
    if (report.ssrc !== this.#ssrc) return
    const middleNtp = ((report.ntpSeconds & 0xffff) * 0x10000 + (report.ntpFraction >>> 16)) >>> 0
    this.#lastSenderReport = { middleNtp, at: now }
    for (const sink of this.sinks) sink.takeSenderReport(report)
  }

  /** A packet by its unwrapped sequence, while it is still kept. */
  find(sequence: number): StoredPacket | null {
    const packet = this.#ring[sequence % ringPackets]
    return packet?.sequence === sequence ? packet : null
  }

  /** Asks for a keyframe, and again every 300 ms until one begins. */
  requestKeyframe(now: number): void {
    if (this.kind !== 'video') return
    this.#keyframe.isWanted = true
    if (this.#ssrc === null || now - this.#keyframe.requestedAt < keyframeRequestEveryMs) return
    this.#keyframe.requestedAt = now
    this.#send(writePictureLoss(this.#ssrc))
  }

  /**
   * Tells the publisher each second how its packets arrive and how much it may send, for the first time with the
   * first packet. To be called several times a second.
   */
  tick(now: number): void {
    const sinceMs = this.#reportedAt === null ? 0 : now - this.#reportedAt
    if (this.#ssrc === null || (this.#reportedAt !== null && sinceMs < reportEveryMs)) return
    const figures = this.#reception.report()
    if (!figures) return
    this.#reportedAt = now
    const heard = this.#lastSenderReport
    const receiverReport = writeReceiverReport({
      ssrc: this.#ssrc,
      ...figures,
      lastSenderReport: heard?.middleNtp ?? 0,
      delaySinceSenderReport: heard ? ((now - heard.at) / 1000) * 65_536 : 0,
    })
    if (this.kind === 'audio') {
      this.#send(receiverReport)
      return
    }
    this.#adaptBitrate(figures.fractionLost, sinceMs, now)
    this.#send(Buffer.concat([receiverReport, writeBitrateEstimate(this.#ssrc, this.#bitrateBps)]))
  }

  close(): void {
    if (this.#nackTimer) clearInterval(this.#nackTimer)
    this.#nackTimer = null
    this.sinks.clear()
  }

  #latch(ssrc: number): void {
    if (this.#ssrc === ssrc) return
    if (this.#ssrc !== null) this.#restart()
    this.#ssrc = ssrc
    this.#lastSenderReport = null
  }

  #restart(): void {
    this.#reception = this.#freshReception()
    this.#ring.fill(undefined)
    for (const sink of this.sinks) sink.takeRestart()
  }

  /** Sound isn't asked for again: it would come too late to be heard. */
  #freshReception(): Reception {
    return new Reception(this.clockRate, { asksAgain: this.kind === 'video' })
  }

  #noteTiming(timestamp: number, kind: 'next' | 'late' | 'hole', now: number): void {
    this.#reception.noteTiming(timestamp, now)
    if (kind !== 'late') this.#delay.observe(timestamp, now)
  }

  #store(packet: Buffer, header: RtpHeader, sequence: number): StoredPacket {
    const payload = packet.subarray(header.payloadStart, header.payloadEnd)
    const stored = {
      sequence,
      timestamp: header.timestamp,
      marker: header.marker,
      startsKeyframe: isVideoCodec(this.codec) && startsKeyframe(this.codec, payload),
      hasPayload: payload.length > 0,
      bytes: stripToPlainHeader(packet, header),
    }
    this.#ring[sequence % ringPackets] = stored
    return stored
  }

  #pass(packet: StoredPacket, now: number): void {
    if (packet.startsKeyframe) this.#keyframe.isWanted = false
    else if (this.#keyframe.isWanted) this.requestKeyframe(now)
    for (const sink of this.sinks) sink.take(packet, this, now)
    if (this.#reportedAt === null) this.tick(now)
  }

  #askForMissing(now: number): void {
    if (!this.#reception.isMissingAny) return
    this.#sendNack(now)
    this.#nackTimer ??= setInterval(() => this.#sendNack(performance.now()), nackEveryMs)
  }

  #sendNack(now: number): void {
    const due = this.#reception.takeDue(now)
    if (due.length > 0 && this.#ssrc !== null) this.#send(writeNack(this.#ssrc, due))
    if (this.#reception.isMissingAny || !this.#nackTimer) return
    clearInterval(this.#nackTimer)
    this.#nackTimer = null
  }

  /** The first report stands at the beginning, with nothing to learn from yet. */
  #adaptBitrate(upstreamLoss: number, sinceMs: number, now: number): void {
    if (sinceMs === 0) return
    const receivedBps = (this.#receivedBytes * 8_000) / sinceMs
    this.#receivedBytes = 0
    const queueDelayMs = this.#delay.takeQueueDelayMs()
    const downstream = worst([...this.sinks].map((sink) => sink.downstream(now)))
    this.#bitrateBps = nextBitrate(this.#bitrateBps, { upstreamLoss, queueDelayMs, receivedBps, downstream })
  }
}

const worst = (reports: BitrateSample['downstream'][]): BitrateSample['downstream'] =>
  reports.reduce((one, other) => {
    if (!one || !other) return one ?? other
    const estimates = [one.estimateBps, other.estimateBps].filter((estimate) => estimate !== null)
    return {
      loss: Math.max(one.loss, other.loss),
      estimateBps: estimates.length > 0 ? Math.min(...estimates) : null,
    }
  }, null)
