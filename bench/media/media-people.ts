import { randomInt } from 'node:crypto'
import {
  parseRtcp,
  type SenderReport,
  writeNack,
  writeReceiverReport,
  writeSenderReport,
} from '#adapters/media/embedded/rtp/rtcp.ts'
import {
  isRtcp,
  parseRtp,
  type RtpHeader,
  rtpHeaderBytes,
  writeRtpHeader,
} from '#adapters/media/embedded/rtp/rtp.ts'
import { MediaClient, payloadTypes } from './media-client.ts'

/** VP8 640×480, 30 frames a second of five packets, 1.2 Mbit/s; opus 50 packets a second: about 200 packets. */
const frameEveryMs = 1_000 / 30
const packetsPerFrame = 5
const pictureBytes = 990
const soundEveryMs = 20
const soundBytes = 80
const reportEveryMs = 1_000
const tickEveryMs = 5
/** After a longer stall of this process media goes on from now instead of in a burst. */
const lagMsMax = 300
/** Where nothing is lost one of so many picture packets is requested again. */
const nackEvery = 100
/** A lost packet is requested at once, and again at this pace until it has come. */
const nackAgainMs = 100
const nacksMax = 10
const historyPackets = 512
const ntpOffsetSec = 2_208_988_800

interface Stream {
  ssrc: number
  payloadType: number
  ticksPerMs: number
  sequence: number
  firstTimestamp: number
  dueMs: number
  packetCount: number
  octetCount: number
  history: (Buffer | undefined)[]
}

const newStream = (payloadType: number, ticksPerMs: number): Stream => ({
  ssrc: randomInt(2, 0xffff_ffff),
  payloadType,
  ticksPerMs,
  sequence: randomInt(0x1_0000),
  firstTimestamp: randomInt(0xffff_ffff),
  dueMs: performance.now(),
  packetCount: 0,
  octetCount: 0,
  history: new Array<Buffer | undefined>(historyPackets),
})

/** RFC 7741 and RFC 6386, 9.1: descriptor with a 15-bit picture id as browsers write it, and a keyframe's start. */
const payloadOf = (pictureId: number, isFirst: boolean, isKeyframe: boolean): Buffer => {
  const payload = Buffer.alloc(pictureBytes, 0xab)
  payload[0] = isFirst ? 0x90 : 0x80
  payload[1] = 0x80
  payload.writeUInt16BE(0x8000 | (pictureId & 0x7fff), 2)
  if (!isFirst) return payload
  payload[4] = isKeyframe ? 0x10 : 0x11
  if (isKeyframe) Buffer.from([0x04, 0x00, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01]).copy(payload, 5)
  return payload
}

/** The publisher: sends sound and picture with sender reports, and retransmits what is requested. */
export class Publisher {
  readonly client = new MediaClient((packet) => this.#receive(packet))
  readonly #startedMs = performance.now()
  readonly #sound = newStream(payloadTypes.opus, 48)
  readonly #picture = newStream(payloadTypes.vp8, 90)
  readonly #timer = setInterval(() => this.#tick(performance.now()), tickEveryMs)
  #frames = 0
  #isKeyframeWanted = true
  #reportDueMs = 0

  offer(): Promise<string> {
    return this.client.offer('sendonly', [this.#sound.ssrc, this.#picture.ssrc])
  }

  close(): void {
    clearInterval(this.#timer)
    this.client.close()
  }

  #receive(packet: Buffer): void {
    if (!isRtcp(packet)) return
    for (const message of parseRtcp(packet)) {
      if (message.type === 'keyframeRequest') this.#isKeyframeWanted = true
      if (message.type === 'nack') this.#sendAgain(message.ssrc, message.sequences)
    }
  }

  #tick(now: number): void {
    for (const stream of [this.#sound, this.#picture]) {
      if (now - stream.dueMs > lagMsMax) stream.dueMs = now
    }
    for (; this.#sound.dueMs <= now; this.#sound.dueMs += soundEveryMs) {
      this.#send(this.#sound, false, Buffer.alloc(soundBytes, 0x5a))
    }
    for (; this.#picture.dueMs <= now; this.#picture.dueMs += frameEveryMs) this.#sendFrame()
    if (now < this.#reportDueMs) return
    this.#reportDueMs = now + reportEveryMs
    for (const stream of [this.#sound, this.#picture]) this.#report(stream, now)
  }

  #sendFrame(): void {
    const isKeyframe = this.#isKeyframeWanted
    this.#isKeyframeWanted = false
    this.#frames += 1
    for (let index = 0; index < packetsPerFrame; index++) {
      const payload = payloadOf(this.#frames, index === 0, isKeyframe)
      this.#send(this.#picture, index === packetsPerFrame - 1, payload)
    }
  }

  #send(stream: Stream, marker: boolean, payload: Buffer): void {
    const packet = Buffer.concat([Buffer.alloc(rtpHeaderBytes), payload])
    const { sequence, payloadType, ssrc } = stream
    writeRtpHeader(packet, {
      payloadType,
      marker,
      sequence,
      timestamp: this.#timestampAt(stream, stream.dueMs),
      ssrc,
    })
    stream.history[sequence % historyPackets] = packet
    stream.sequence = (sequence + 1) & 0xffff
    stream.packetCount += 1
    stream.octetCount += payload.length
    this.client.send(packet)
  }

  #sendAgain(ssrc: number, sequences: readonly number[]): void {
    const stream = [this.#sound, this.#picture].find((each) => each.ssrc === ssrc)
    for (const sequence of stream ? sequences : []) {
      const packet = stream?.history[sequence % historyPackets]
      if (packet?.readUInt16BE(2) === sequence) this.client.send(packet)
    }
  }

  #report(stream: Stream, now: number): void {
    const wallMs = Date.now()
    const seconds = Math.floor(wallMs / 1_000)
    this.client.send(
      writeSenderReport({
        ssrc: stream.ssrc,
        ntpSeconds: (seconds + ntpOffsetSec) >>> 0,
        ntpFraction: Math.floor(((wallMs - seconds * 1_000) / 1_000) * 2 ** 32),
        rtpTimestamp: this.#timestampAt(stream, now),
        packetCount: stream.packetCount,
        octetCount: stream.octetCount,
      }),
    )
  }

  #timestampAt({ firstTimestamp, ticksPerMs }: Stream, nowMs: number): number {
    return (firstTimestamp + Math.round((nowMs - this.#startedMs) * ticksPerMs)) >>> 0
  }
}

interface SenderNote {
  /** The middle 32 bits of the report's wall clock. */
  middleOfNtp: number
  heardMs: number
}

interface Heard {
  first: number
  highest: number
  received: number
}

export interface Counts {
  /** Packets of sound and picture that arrived for the first time. */
  packets: number
  /** Sequence numbers that were to come. */
  expected: number
  retransmitted: number
  nacks: number
  senderReports: number
}

/** A picture packet that was lost on its way. */
interface Missing {
  ssrc: number
  sequence: number
  requests: number
}

/** A watcher: counts, reports each second, and requests picture packets again. */
export class Subscriber {
  readonly client = new MediaClient((packet) => this.#arrive(packet))
  readonly #streams = new Map<number, Heard>()
  readonly #senders = new Map<number, SenderNote>()
  readonly #timer = setInterval(() => this.#report(), reportEveryMs)
  readonly #repeats = setInterval(() => this.#requestMissing(), nackAgainMs)
  readonly #missing = new Map<number, Missing>()
  readonly #lossShare: number
  #untilNack = randomInt(1, nackEvery)
  readonly #picture = Promise.withResolvers<void>()
  #counts = { retransmitted: 0, nacks: 0, senderReports: 0 }

  /** @param lossShare the part of all packets that is thrown away on arrival, as if it had been lost on the way */
  constructor(lossShare = 0) {
    this.#lossShare = lossShare
  }

  /** Resolves with the first packet of a picture. */
  get firstPicture(): Promise<void> {
    return this.#picture.promise
  }

  get counts(): Counts {
    const streams = [...this.#streams.values()]
    return {
      packets: streams.reduce((sum, { received }) => sum + received, 0),
      expected: streams.reduce((sum, { first, highest }) => sum + highest - first + 1, 0),
      ...this.#counts,
    }
  }

  close(): void {
    clearInterval(this.#timer)
    clearInterval(this.#repeats)
    this.client.close()
  }

  #arrive(packet: Buffer): void {
    const header = isRtcp(packet) ? null : parseRtp(packet)
    if (header !== null && Math.random() < this.#lossShare) this.#miss(header)
    else this.#receive(packet, header)
  }

  #miss({ payloadType, ssrc, sequence }: RtpHeader): void {
    // A stream whose first packet is lost isn't known yet.
    if (payloadType !== payloadTypes.vp8 || !this.#streams.has(ssrc)) return
    const missing = { ssrc, sequence, requests: 0 }
    this.#missing.set(sequence, missing)
    this.#request(missing)
  }

  #receive(packet: Buffer, header: RtpHeader | null): void {
    if (isRtcp(packet)) {
      for (const message of parseRtcp(packet)) {
        if (message.type === 'senderReport') this.#recordSender(message.report)
      }
      return
    }
    if (!header) return
    if (header.payloadType === payloadTypes.rtx) {
      this.#repair(packet, header)
      return
    }
    this.#count(header.ssrc, header.sequence)
    if (header.payloadType !== payloadTypes.vp8) return
    // A server may also repeat it as it was.
    this.#missing.delete(header.sequence)
    this.#picture.resolve()
    if (this.#lossShare > 0 || --this.#untilNack > 0) return
    this.#untilNack = nackEvery
    this.#request({ ssrc: header.ssrc, sequence: header.sequence, requests: 0 })
  }

  /** RFC 4588: the payload begins with the sequence number of the packet that it repeats. */
  #repair(packet: Buffer, { payloadStart }: RtpHeader): void {
    this.#counts.retransmitted += 1
    if (packet.length < payloadStart + 2) return
    const missing = this.#missing.get(packet.readUInt16BE(payloadStart))
    if (!missing) return
    this.#missing.delete(missing.sequence)
    this.#count(missing.ssrc, missing.sequence)
  }

  #requestMissing(): void {
    for (const missing of this.#missing.values()) {
      if (missing.requests < nacksMax) this.#request(missing)
      else this.#missing.delete(missing.sequence)
    }
  }

  #request(missing: Missing): void {
    missing.requests += 1
    this.#counts.nacks += 1
    // RFC 3550, 6.1: feedback goes behind a report unless reduced sizes are agreed upon. Janus insists.
    const report = this.#reportOf(missing.ssrc)
    if (report) this.client.send(Buffer.concat([report, writeNack(missing.ssrc, [missing.sequence])]))
  }

  #recordSender({ ssrc, ntpSeconds, ntpFraction }: SenderReport): void {
    this.#counts.senderReports += 1
    const middleOfNtp = (((ntpSeconds & 0xffff) << 16) | (ntpFraction >>> 16)) >>> 0
    this.#senders.set(ssrc, { middleOfNtp, heardMs: performance.now() })
  }

  #count(ssrc: number, sequence: number): void {
    const stream = this.#streams.get(ssrc)
    if (!stream) {
      this.#streams.set(ssrc, { first: sequence, highest: sequence, received: 1 })
      return
    }
    const ahead = ((sequence - stream.highest) << 16) >> 16
    stream.received += 1
    if (ahead > 0) stream.highest += ahead
  }

  #report(): void {
    const reports = [...this.#streams.keys()].flatMap((ssrc) => this.#reportOf(ssrc) ?? [])
    if (reports.length > 0) this.client.send(Buffer.concat(reports))
  }

  #reportOf(ssrc: number): Buffer | null {
    const stream = this.#streams.get(ssrc)
    if (!stream) return null
    // Janus stores nothing for retransmission before it knows the round trip's time from these.
    const sender = this.#senders.get(ssrc)
    return writeReceiverReport({
      ssrc,
      // In 256ths.
      fractionLost: Math.round(this.#lossShare * 256),
      cumulativeLost: 0,
      extendedHighestSequence: stream.highest,
      jitter: 0,
      lastSenderReport: sender?.middleOfNtp ?? 0,
      delaySinceSenderReport: sender ? ((performance.now() - sender.heardMs) / 1_000) * 65_536 : 0,
    })
  }
}
