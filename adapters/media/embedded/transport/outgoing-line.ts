import { randomInt } from 'node:crypto'
import { rtpHeaderBytes, timestampDistance, wrapRetransmission, writeRtpHeader } from '../rtp/rtp.ts'
import { baseLayerMask, pictureIdMask, writeBaseLayerIndex, writePictureId } from '../rtp/vp8.ts'
import type { NegotiatedCodec, OutgoingSources } from '../signaling/negotiate.ts'
import type { Source, StoredPacket } from '../tracks/source.ts'

/** Between two encodings of one picture more than this is no drift but a wrong clock. */
const driftSecondsMax = 0.5

/** A run of packets that are forwarded with the same offsets, from one source without interruption. */
export interface Run {
  source: Source
  codec: NegotiatedCodec
  firstSequence: number
  sequenceOffset: number
  pictureOffset: number
  baseLayerOffset: number
}

/** The newest sent packet, as the receiver knows it; -1 for counters that it doesn't have. Written in place. */
interface LastSent {
  sequence: number
  timestamp: number
  at: number
  pictureId: number
  baseLayerIndex: number
}

/**
 * What a receiver sees of a track: always the same SSRC and one unbroken line of sequences, timestamps and frame
 * counters, however many runs it is made of.
 */
export class OutgoingLine {
  readonly sources: OutgoingSources = { ssrc: randomSsrc(), rtxSsrc: randomSsrc() }
  #timestampOffset = 0
  /** The source whose timestamps the offset belongs to. */
  #timedBy: Source | null = null
  readonly #last: LastSent = {
    sequence: randomInt(0x8000),
    timestamp: 0,
    at: Number.NEGATIVE_INFINITY,
    pictureId: -1,
    baseLayerIndex: -1,
  }
  #rtxSequence = randomInt(0x10000)

  /**
   * The run that goes on with this packet where the last one ended.
   *
   * @param siblings the encodings of the packet's track: they share the publisher's clock
   */
  begin(
    packet: StoredPacket,
    source: Source,
    codec: NegotiatedCodec,
    siblings: readonly Source[],
    now: number,
  ): Run {
    const { sequence, pictureId, baseLayerIndex } = this.#last
    this.#timestampOffset = this.#timestampOffsetOf(packet, source, siblings, now)
    this.#timedBy = source
    return {
      source,
      codec,
      firstSequence: packet.sequence,
      sequenceOffset: sequence + 1 - packet.sequence,
      pictureOffset: pictureId < 0 ? 0 : pictureId + 1 - packet.pictureId,
      baseLayerOffset: baseLayerIndex < 0 ? 0 : baseLayerIndex + 1 - packet.baseLayerIndex,
    }
  }

  /** The timestamps of this source have restarted. */
  sourceRestarted(source: Source): void {
    if (this.#timedBy === source) this.#timedBy = null
  }

  /** A timestamp of the current run's source, on this line. */
  timestampOf(timestamp: number): number {
    return timestamp + this.#timestampOffset
  }

  /** Writes the packet as the receiver is to get it. Its bytes are shared by all receivers. */
  write(packet: StoredPacket, run: Run, now: number): Buffer {
    const sequence = packet.sequence + run.sequenceOffset
    if (sequence > this.#last.sequence) this.#recordNewest(packet, run, sequence, now)
    this.#writePlain(packet, run, sequence)
    return packet.bytes
  }

  /** The packet of this run that the receiver knows by this 16-bit sequence; null when it isn't stored any more. */
  find(wanted: number, run: Run): StoredPacket | null {
    const age = (this.#last.sequence - wanted) & 0xffff
    const packet = run.source.find(this.#last.sequence - age - run.sequenceOffset)
    return packet && packet.sequence >= run.firstSequence ? packet : null
  }

  /** Writes the packet once more, as a retransmission where the receiver knows that. */
  writeAgain(packet: StoredPacket, run: Run): Buffer {
    const sequence = packet.sequence + run.sequenceOffset
    this.#writePlain(packet, run, sequence)
    const { rtxPayloadType } = run.codec
    if (rtxPayloadType === null) return packet.bytes
    this.#rtxSequence += 1
    return wrapRetransmission(packet.bytes, sequence, {
      payloadType: rtxPayloadType,
      marker: packet.marker,
      sequence: this.#rtxSequence,
      timestamp: this.timestampOf(packet.timestamp),
      ssrc: this.sources.rtxSsrc,
    })
  }

  #timestampOffsetOf(
    { timestamp }: StoredPacket,
    source: Source,
    siblings: readonly Source[],
    now: number,
  ): number {
    const before = this.#timedBy
    const last = this.#last
    if (before === source) return this.#timestampOffset
    if (last.at === Number.NEGATIVE_INFINITY) return randomInt(2 ** 31) - timestamp
    const elapsedTicks = Math.round(((now - last.at) / 1000) * source.clockRate)
    const guess = last.timestamp + Math.max(1, elapsedTicks)
    const drift = before && siblings.includes(before) ? this.#driftFrom(guess, timestamp, before, source) : 0
    return Math.max(last.timestamp + 1, guess + drift) - timestamp
  }

  /**
   * How far a guess of where another encoding's timestamps go on is from where the publisher's clock puts them; 0
   * as long as that isn't known, or not to be believed.
   */
  #driftFrom(guess: number, timestamp: number, before: Source, source: Source): number {
    const from = before.clock
    const to = source.clock
    if (!from || !to) return 0
    const seconds = to.ntpSeconds - from.ntpSeconds + (to.ntpFraction - from.ntpFraction) / 2 ** 32
    const sinceReport = timestampDistance(timestamp, to.rtpTimestamp)
    const continued = from.rtpTimestamp + Math.round(seconds * source.clockRate) + sinceReport
    const drift = timestampDistance(continued + this.#timestampOffset, guess)
    return Math.abs(drift) <= source.clockRate * driftSecondsMax ? drift : 0
  }

  #recordNewest(packet: StoredPacket, run: Run, sequence: number, now: number): void {
    const last = this.#last
    last.sequence = sequence
    last.timestamp = this.timestampOf(packet.timestamp)
    last.at = now
    last.pictureId = packet.pictureId < 0 ? -1 : (packet.pictureId + run.pictureOffset) & pictureIdMask
    last.baseLayerIndex =
      packet.baseLayerIndex < 0 ? -1 : (packet.baseLayerIndex + run.baseLayerOffset) & baseLayerMask
  }

  #writePlain(packet: StoredPacket, run: Run, sequence: number): void {
    const { bytes, marker, pictureId, baseLayerIndex } = packet
    const timestamp = this.timestampOf(packet.timestamp)
    const { payloadType } = run.codec
    writeRtpHeader(bytes, { payloadType, marker, sequence, timestamp, ssrc: this.sources.ssrc })
    if (pictureId < 0) return
    writePictureId(bytes, rtpHeaderBytes, pictureId + run.pictureOffset)
    if (baseLayerIndex < 0) return
    writeBaseLayerIndex(bytes, rtpHeaderBytes, baseLayerIndex + run.baseLayerOffset)
  }
}

function randomSsrc(): number {
  return randomInt(2, 2 ** 32 - 1)
}
