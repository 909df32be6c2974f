import { DelayTrend } from '../rtp/delay-trend.ts'
import { startsKeyframe } from '../rtp/keyframe.ts'
import { Reception } from '../rtp/reception.ts'
import {
  middleOfNtp,
  type SenderReport,
  writeNack,
  writePictureLoss,
  writeReceiverReport,
} from '../rtp/rtcp.ts'
import { type RtpHeader, stripToPlainHeader, unwrapRetransmission } from '../rtp/rtp.ts'
import { readBaseLayerIndex, readPictureId } from '../rtp/vp8.ts'
import { type CodecName, isVideoCodec, type MediaKind } from '../signaling/codecs.ts'
import type { NegotiatedCodec } from '../signaling/negotiate.ts'
import type { AtTurnEnd } from '../transport/turns.ts'
import { PacketHistory } from './packet-history.ts'

/** A fifth of a second of a 1.3 Mbit/s picture; a second and a half of sound as browsers send it. */
const blockBytes = { video: 32_768, audio: 8_192 } as const
const keyframeRequestEveryMs = 300
/** Where many receive, somebody always misses something: keyframes for one of them cost the picture of all. */
const crowdsRequestEveryMs = 500
/** In a call the other side and the watch for a picture. */
const callSinksMax = 2
/** A newcomer gets what has come since a keyframe of at most this age, in at most so many packets. */
const catchUp = { msMax: 600, packetsMax: 160 } as const
/** So many packets wait for the end of a turn at most: with 1,200 bytes each a picture of 77 kB. */
const waitingMax = 64
const nackEveryMs = 40
/** Browsers report at most about every 70 ms; what comes faster would only multiply packets. */
const senderReportEveryMsMin = 50
/** Weight of the newest second in what a source carries on average. */
const newestShare = 0.3

/** A stored packet: a plain header, which is rewritten for each receiver, and the payload. */
export interface StoredPacket {
  /** Without wrapping; its low 16 bits are the sender's own. */
  sequence: number
  timestamp: number
  marker: boolean
  startsKeyframe: boolean
  hasPayload: boolean
  /** The frame's counters (VP8), where a receiver may change between encodings; -1 elsewhere. */
  pictureId: number
  baseLayerIndex: number
  bytes: Buffer
}

/** A receiver of a source's packets. */
export interface Sink {
  receive(packet: StoredPacket, source: Source, now: number): void
  receiveSenderReport(report: SenderReport, source: Source, now: number): void
  /** The packets before and after have nothing in common: the source restarted. */
  sourceRestarted(source: Source): void
}

/** What is reported to the publisher about one source, and what the server learns from it. */
export interface SourceReport {
  ssrc: number
  packet: Buffer
  /** Lost since the last report, 0 to 1, of so many packets. */
  fractionLost: number
  expected: number
}

/** One encoding of a published track: stores arriving packets, requests missing ones and passes them on. */
export class Source {
  readonly kind: MediaKind
  readonly codec: CodecName
  readonly clockRate: number
  readonly payloadType: number
  readonly rtxPayloadType: number | null
  readonly sinks = new Set<Sink>()
  readonly #send: (feedback: Buffer) => void
  readonly #countsPictures: boolean
  readonly #atTurnEnd: AtTurnEnd | undefined
  /** Stored, and to be passed on at the end of this turn. */
  #waiting: StoredPacket[] = []
  readonly #history: PacketHistory
  #reception: Reception
  #delay: DelayTrend
  #ssrc: number | null = null
  #nackTimer: NodeJS.Timeout | null = null
  #keyframe: { isWanted: boolean; requestedAt: number } = {
    isWanted: false,
    requestedAt: Number.NEGATIVE_INFINITY,
  }
  #clock: { report: SenderReport; at: number } | null = null
  #keyframeBegan: { sequence: number; timestamp: number; at: number } | null = null
  #receivedAt = Number.NEGATIVE_INFINITY
  #receivedBytes = 0
  #averageBps: number | null = null
  #carriedBps = 0

  /**
   * @param options.isLayer one of several encodings of its track
   * @param options.atTurnEnd where many receive, the packets of one turn are passed on together at its end; without it
   * each one at once
   */
  constructor(
    negotiated: NegotiatedCodec,
    send: (feedback: Buffer) => void,
    { isLayer, atTurnEnd }: { isLayer: boolean; atTurnEnd?: AtTurnEnd | undefined },
  ) {
    this.kind = negotiated.codec.kind
    this.codec = negotiated.codec.name
    this.clockRate = negotiated.codec.clockRate
    this.#history = new PacketHistory(blockBytes[this.kind])
    this.payloadType = negotiated.payloadType
    this.rtxPayloadType = negotiated.rtxPayloadType
    this.#reception = this.#freshReception()
    this.#delay = new DelayTrend(this.clockRate)
    this.#send = send
    this.#atTurnEnd = atTurnEnd
    this.#countsPictures = isLayer && this.codec === 'VP8'
  }

  get isReceiving(): boolean {
    return this.#ssrc !== null
  }

  /** When the newest packet came that wasn't a retransmission. */
  get receivedAt(): number {
    return this.#receivedAt
  }

  /** In bits per second, of the last second or on average, whichever is less: a keyframe is no load that lasts. */
  get carriedBps(): number {
    return this.#carriedBps
  }

  /** The newest pairing of the publisher's wall clock and this source's timestamps. */
  get clock(): SenderReport | null {
    return this.#clock?.report ?? null
  }

  /** Accepts one packet of this source, or a retransmission of one. */
  receive(packet: Buffer, outer: RtpHeader, now: number): void {
    const isRetransmission = outer.payloadType === this.rtxPayloadType
    const header = isRetransmission ? unwrapRetransmission(packet, outer) : outer
    if (!header) return
    if (!isRetransmission) {
      this.#latch(outer.ssrc, now)
      this.#receivedAt = now
    } else if (this.#ssrc === null) return
    this.#receivedBytes += packet.length
    const arrival = this.#reception.receive(header.sequence, now)
    if (arrival.kind === 'useless') return
    if (arrival.kind === 'restart') {
      this.#restart(now)
      this.receive(packet, outer, now)
      return
    }
    if (this.#history.hasArrived(arrival.sequence)) {
      this.#reception.discountDuplicate()
      return
    }
    if (!isRetransmission) this.#recordTiming(header.timestamp, arrival.kind, now)
    if (arrival.kind === 'hole') this.requestKeyframe(now)
    this.#pass(this.#store(packet, header, arrival.sequence, now), now)
    this.#requestMissing(now)
  }

  receiveSenderReport(report: SenderReport, now: number): void {
    if (report.ssrc !== this.#ssrc) return
    if (this.#clock && now - this.#clock.at < senderReportEveryMsMin) return
    this.#clock = { report, at: now }
    this.#passWaiting(now)
    for (const sink of this.sinks) sink.receiveSenderReport(report, this, now)
  }

  /** A packet by its unwrapped sequence, while it is still stored. */
  find(sequence: number): StoredPacket | null {
    return this.#history.find(sequence)
  }

  /**
   * What a newcomer gets before `next` in order to have a picture at once: the newest keyframe and what followed.
   * Empty when that is too long ago or has a gap.
   */
  catchUpTo(next: StoredPacket, now: number): StoredPacket[] {
    const began = this.#keyframeBegan
    if (!began || now - began.at > catchUp.msMax) return []
    if (next.sequence <= began.sequence || next.sequence - began.sequence > catchUp.packetsMax) return []
    const packets: StoredPacket[] = []
    for (let { sequence } = began; sequence < next.sequence; sequence++) {
      const packet = this.find(sequence)
      if (!packet) return []
      packets.push(packet)
    }
    return packets
  }

  /** Whether a newcomer will have a picture without another keyframe. */
  hasFreshKeyframe(now: number): boolean {
    return this.#keyframeBegan !== null && now - this.#keyframeBegan.at <= catchUp.msMax / 2
  }

  /** Requests a keyframe at once, and again every 300 ms until one begins; every 500 ms where many receive. */
  requestKeyframe(now: number): void {
    if (this.kind !== 'video') return
    this.#keyframe.isWanted = true
    if (this.#ssrc === null || now - this.#keyframe.requestedAt < this.#requestEveryMs) return
    this.#keyframe.requestedAt = now
    this.#send(writePictureLoss(this.#ssrc))
  }

  /** How the packets since the last report arrived; null before the first one. */
  nextReport(now: number): SourceReport | null {
    const figures = this.#reception.report()
    if (!figures || this.#ssrc === null) return null
    const clock = this.#clock
    const packet = writeReceiverReport({
      ssrc: this.#ssrc,
      ...figures,
      lastSenderReport: clock ? middleOfNtp(clock.report) : 0,
      delaySinceSenderReport: clock ? ((now - clock.at) / 1000) * 65_536 : 0,
    })
    return { ssrc: this.#ssrc, packet, fractionLost: figures.fractionLost, expected: figures.expected }
  }

  /** What came since the last call, `sinceMs` ago, and how much longer it took than at the best of times. */
  nextFlow(sinceMs: number): { receivedBps: number; queueDelayMs: number } {
    const receivedBps = (this.#receivedBytes * 8_000) / sinceMs
    this.#receivedBytes = 0
    const before = this.#averageBps ?? receivedBps
    this.#averageBps = before + (receivedBps - before) * newestShare
    this.#carriedBps = Math.min(receivedBps, this.#averageBps)
    return { receivedBps, queueDelayMs: this.#delay.nextQueueDelayMs() }
  }

  close(): void {
    if (this.#nackTimer) clearInterval(this.#nackTimer)
    this.#nackTimer = null
    this.#waiting = []
    this.sinks.clear()
  }

  get #requestEveryMs(): number {
    return this.sinks.size > callSinksMax ? crowdsRequestEveryMs : keyframeRequestEveryMs
  }

  #latch(ssrc: number, now: number): void {
    if (this.#ssrc === ssrc) return
    if (this.#ssrc !== null) this.#restart(now)
    this.#ssrc = ssrc
    this.#clock = null
  }

  #restart(now: number): void {
    this.#passWaiting(now)
    this.#reception = this.#freshReception()
    this.#delay = new DelayTrend(this.clockRate)
    this.#history.clear()
    this.#keyframeBegan = null
    for (const sink of this.sinks) sink.sourceRestarted(this)
  }

  /** Lost sound isn't requested again: it would come too late to be played. */
  #freshReception(): Reception {
    return new Reception(this.clockRate, { requestsResends: this.kind === 'video' })
  }

  #recordTiming(timestamp: number, kind: 'next' | 'late' | 'hole', now: number): void {
    this.#reception.recordTiming(timestamp, now)
    if (kind !== 'late') this.#delay.observe(timestamp, now)
  }

  #store(packet: Buffer, header: RtpHeader, sequence: number, now: number): StoredPacket {
    const payload = packet.subarray(header.payloadStart, header.payloadEnd)
    const pictureId = this.#countsPictures ? readPictureId(payload) : -1
    const stored = {
      sequence,
      timestamp: header.timestamp,
      marker: header.marker,
      startsKeyframe: isVideoCodec(this.codec) && startsKeyframe(this.codec, payload),
      hasPayload: payload.length > 0,
      pictureId,
      baseLayerIndex: pictureId < 0 ? -1 : readBaseLayerIndex(payload),
      bytes: this.#history.copy(stripToPlainHeader(packet, header), sequence, now),
    }
    this.#history.add(stored)
    return stored
  }

  #pass(packet: StoredPacket, now: number): void {
    if (packet.startsKeyframe) this.#recordKeyframe(packet, now)
    else if (this.#keyframe.isWanted) this.requestKeyframe(now)
    this.#waiting.push(packet)
    const isAlone = this.#waiting.length === 1
    if (!this.#atTurnEnd || (isAlone && this.sinks.size <= callSinksMax)) this.#passWaiting(now)
    else if (isAlone) this.#atTurnEnd((endsAt) => this.#passWaiting(endsAt))
    else if (this.#waiting.length >= waitingMax) this.#passWaiting(now)
  }

  /**
   * Receiver by receiver, so that what the process knows of each is fetched into the processor's cache once a turn and not
   * once a packet (decision 116). All with one instant: each receiver sees time go forward only.
   */
  #passWaiting(now: number): void {
    const packets = this.#waiting
    if (packets.length === 0) return
    this.#waiting = []
    for (const sink of this.sinks) {
      for (const packet of packets) if (this.sinks.has(sink)) sink.receive(packet, this, now)
    }
  }

  /** Parameter sets and the slices behind them each look like a beginning; the first one of a frame is. */
  #recordKeyframe({ sequence, timestamp }: StoredPacket, now: number): void {
    this.#keyframe.isWanted = false
    const began = this.#keyframeBegan
    if (began?.timestamp === timestamp) began.sequence = Math.min(began.sequence, sequence)
    else if (!began || sequence > began.sequence) this.#keyframeBegan = { sequence, timestamp, at: now }
  }

  #requestMissing(now: number): void {
    if (!this.#reception.isMissingAny) return
    this.#sendNack(now)
    this.#nackTimer ??= setInterval(() => this.#sendNack(performance.now()), nackEveryMs)
  }

  #sendNack(now: number): void {
    const due = this.#reception.claimDue(now)
    if (due.length > 0 && this.#ssrc !== null) this.#send(writeNack(this.#ssrc, due))
    if (this.#reception.isMissingAny || !this.#nackTimer) return
    clearInterval(this.#nackTimer)
    this.#nackTimer = null
  }
}
