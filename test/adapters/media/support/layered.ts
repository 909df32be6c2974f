import { parseRtcp, type RtcpMessage } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, wrapRetransmission, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import type { NegotiatedCodec } from '#adapters/media/embedded/signaling/negotiate.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'

/** A publisher of two encodings and its receivers, without a network and in virtual time. */

export type Rid = 'l' | 'h'

export const frameMs = 33
export const frameTicks = 2_970
const extensions = { mid: 4, rid: 10, repairedRid: 11 }
const payloadTypes = { picture: 96, rtx: 97 }
/** The payload: six bytes of descriptor, whether the frame is a keyframe (0), and its encoding. */
const at = { pictureId: 2, baseLayerIndex: 4, frame: 6, rid: 7 }

export type VideoCodec = 'VP8' | 'H264'

const negotiated = (name: VideoCodec): NegotiatedCodec => {
  const codec = codecs.find((each) => each.name === name)
  if (!codec) throw new Error(`no ${name}`)
  const { picture: payloadType, rtx: rtxPayloadType } = payloadTypes
  return { codec, payloadType, rtxPayloadType, parameters: '', feedback: [] }
}

export interface FrameTraits {
  isKey?: boolean
  packets?: number
  /** Whether the packets name their encoding. */
  isNamed?: boolean
}

/** One encoding as a browser sends it: its own SSRC, sequences, timestamps and frame counters, all about to wrap. */
export class Encoding {
  readonly rid: Rid
  readonly ssrc: number
  readonly #codec: VideoCodec
  #sequence: number
  #timestamp: number
  #pictureId: number
  #baseLayerIndex: number
  #rtxSequence = 100

  constructor(rid: Rid, seed: number, codec: VideoCodec = 'VP8') {
    this.rid = rid
    this.#codec = codec
    this.ssrc = 0x1000_0000 + seed * 2
    this.#sequence = (65_500 + seed * 7_001) & 0xffff
    this.#timestamp = (4_294_900_000 + seed * 123_456_789) % 2 ** 32
    this.#pictureId = (32_760 + seed * 9_001) & 0x7fff
    this.#baseLayerIndex = (250 + seed * 101) & 0xff
  }

  get timestamp(): number {
    return this.#timestamp
  }

  frame({ isKey = false, packets = 2, isNamed = true }: FrameTraits = {}): Buffer[] {
    this.#timestamp = (this.#timestamp + frameTicks) % 2 ** 32
    this.#pictureId = (this.#pictureId + 1) & 0x7fff
    this.#baseLayerIndex = (this.#baseLayerIndex + 1) & 0xff
    return Array.from({ length: packets }, (_, index) => {
      const isFirst = index === 0
      const payload = this.#codec === 'VP8' ? this.#vp8Payload(isKey, isFirst) : h264Payload(isKey && isFirst)
      payload.write(this.rid, at.rid)
      return this.#packetOf(payload, index === packets - 1, isNamed)
    })
  }

  /** The same packet as a browser sends it again. */
  again(packet: Buffer, name: string = this.rid): Buffer {
    const header = parseRtp(packet)
    if (!header) throw new Error('not a packet')
    this.#rtxSequence += 1
    const plain = Buffer.concat([Buffer.alloc(12), packet.subarray(header.payloadStart)])
    const wrapped = wrapRetransmission(plain, header.sequence, {
      payloadType: payloadTypes.rtx,
      marker: header.marker,
      sequence: this.#rtxSequence,
      timestamp: header.timestamp,
      ssrc: this.ssrc + 1,
    })
    return named(wrapped, extensions.repairedRid, name)
  }

  #vp8Payload(isKey: boolean, isFirst: boolean): Buffer {
    const payload = Buffer.from([isFirst ? 0x90 : 0x80, 0xe0, 0, 0, this.#baseLayerIndex, 0, 0, 0])
    payload.writeUInt16BE(0x8000 | this.#pictureId, at.pictureId)
    payload[at.frame] = isKey ? 0 : 1
    return payload
  }

  #packetOf(payload: Buffer, marker: boolean, isNamed: boolean): Buffer {
    this.#sequence = (this.#sequence + 1) & 0xffff
    const packet = Buffer.concat([Buffer.alloc(12), payload])
    const fields = { sequence: this.#sequence, timestamp: this.#timestamp, ssrc: this.ssrc }
    writeRtpHeader(packet, { payloadType: payloadTypes.picture, marker, ...fields })
    return isNamed ? named(packet, extensions.rid, this.rid) : packet
  }
}

/** An aggregate with a sequence parameter set, or a slice. */
const h264Payload = (hasParameters: boolean): Buffer =>
  Buffer.from(hasParameters ? '7800016700000000' : '4100000000000000', 'hex')

const named = (packet: Buffer, identifier: number, name: string): Buffer => {
  const extension = Buffer.from('bede000100000000', 'hex')
  extension[4] = identifier << 4
  extension.write(name, 5, 1)
  const whole = Buffer.concat([packet.subarray(0, 12), extension, packet.subarray(12)])
  whole[0] = 0x90
  return whole
}

export class LayeredPublisher {
  readonly low: Encoding
  readonly high: Encoding
  readonly track: Track
  readonly asked: RtcpMessage[] = []
  readonly #codec: VideoCodec
  readonly #receivers: LayeredReceiver[] = []

  /** @param rids in the order in which the publisher offers them */
  constructor(codec: VideoCodec = 'VP8', rids: Rid[] = ['l', 'h']) {
    this.#codec = codec
    this.low = new Encoding('l', 3, codec)
    this.high = new Encoding('h', 5, codec)
    const simulcast = { rids, extensions }
    this.track = new Track(negotiated(codec), simulcast, (packet) => this.asked.push(...parseRtcp(packet)))
  }

  receiver(gate = openGate): LayeredReceiver {
    const receiver = new LayeredReceiver(gate, this.#codec)
    this.#receivers.push(receiver)
    return receiver
  }

  deliver(packets: readonly Buffer[], now: number): void {
    for (const packet of packets) {
      const header = parseRtp(packet)
      if (header) this.track.receive(Buffer.from(packet), header, now)
    }
  }

  /**
   * So many frames from `from` on, and the clocks that go with them. Answers when the next one is due.
   *
   * @param frameOf what a frame is like; null for one that isn't sent
   */
  play(
    from: number,
    frames: number,
    frameOf: (rid: Rid, index: number) => FrameTraits | null = () => ({}),
  ): number {
    let now = from
    for (let index = 0; index < frames; index++, now += frameMs) {
      for (const encoding of [this.low, this.high]) {
        const traits = frameOf(encoding.rid, index)
        if (traits) this.deliver(encoding.frame(traits), now)
      }
      this.track.tick(now)
      for (const { forwarder } of this.#receivers) forwarder.tick(now)
    }
    return now
  }

  keyframesAskedOf({ ssrc }: Encoding): number {
    return this.asked.filter((message) => message.type === 'keyframeRequest' && message.ssrc === ssrc).length
  }

  allowedBps(): number[] {
    return this.asked.flatMap((message) =>
      message.type === 'bitrateEstimate' ? [message.bitsPerSecond] : [],
    )
  }
}

/** A packet as a receiver gets it; frames are told apart for VP8 only. */
export interface Got {
  payloadType: number
  /** Of the packet itself, when it came as a retransmission. */
  sequence: number
  timestamp: number
  pictureId: number
  baseLayerIndex: number
  startsFrame: boolean
  startsKeyframe: boolean
  rid: string
}

export class LayeredReceiver {
  readonly forwarder: Forwarder
  readonly got: Got[] = []
  readonly timing: RtcpMessage[] = []
  #highestSequence = 0
  #cumulativeLost = 0

  constructor(gate = openGate, codec: VideoCodec = 'VP8') {
    this.forwarder = new Forwarder('video', [negotiated(codec)], gate, (packet) => this.#receive(packet))
  }

  get rid(): string | undefined {
    return this.got.at(-1)?.rid
  }

  says({ loss = 0, estimateBps }: { loss?: number; estimateBps?: number }, now: number): void {
    this.#highestSequence += 100
    this.#cumulativeLost += loss * 100
    const counts = { highestSequence: this.#highestSequence, cumulativeLost: this.#cumulativeLost }
    const timing = { lastSenderReport: 0, delaySinceSenderReport: 0 }
    const { ssrc } = this.forwarder.sources
    this.forwarder.receiveReport({ ssrc, fractionLost: loss, ...counts, ...timing }, now)
    if (estimateBps !== undefined) this.forwarder.receiveEstimate(estimateBps, now)
  }

  #receive(packet: Buffer): void {
    if (isRtcp(packet)) {
      this.timing.push(...parseRtcp(packet))
      return
    }
    const header = parseRtp(packet)
    if (!header) throw new Error('a malformed packet was sent')
    const isAgain = header.payloadType === payloadTypes.rtx
    const payload = packet.subarray(isAgain ? 14 : 12)
    const startsFrame = (payload.readUInt8(0) & 0x10) !== 0
    this.got.push({
      payloadType: header.payloadType,
      sequence: isAgain ? packet.readUInt16BE(12) : header.sequence,
      timestamp: header.timestamp,
      pictureId: payload.readUInt16BE(at.pictureId) & 0x7fff,
      baseLayerIndex: payload.readUInt8(at.baseLayerIndex),
      startsFrame,
      startsKeyframe: startsFrame && payload.readUInt8(at.frame) === 0,
      rid: payload.toString('latin1', at.rid, at.rid + 1),
    })
  }
}

export const ahead = (one: number, other: number, bits: 8 | 15 | 16): number =>
  (one - other) & (2 ** bits - 1)
