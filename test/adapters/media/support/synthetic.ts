import { randomBytes, randomInt } from 'node:crypto'
import { chargeableGapMsMax } from '#adapters/media/embedded/metering/meter.ts'
import { parseRtcp, writeNack, writeReceiverReport } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, rtpHeaderBytes, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { type Exchange, payloadTypes, RtpClient } from './rtp-client.ts'

/** Opus sends 50 packets a second; a picture of 30 frames a second in packets of 1,000 bytes is 0.96 Mbit/s. */
const soundEveryMs = 20
const frameEveryMs = 33
const usualPacketsPerFrame = 4
const pictureBytes = 1_000
const soundBytes = 80
const keyframeEveryFrames = 60
const usualMark = 0xab
/** Of a sender with picture and sound. */
export const packetsPerSec = 1_000 / soundEveryMs + (1_000 / frameEveryMs) * usualPacketsPerFrame
const reportEveryMs = 1_000
/** After a longer stall of this process media goes on from now instead of in a burst. */
const lagMsMax = 300

/** VP8 payload descriptors (RFC 7741): the first packet of a frame, and one that goes on. */
const firstOfFrame = 0x10
const restOfFrame = 0x00

/** RFC 6386, 9.1: frame tag with a first partition of 32 bytes, start code, 640 × 480. */
export const vp8KeyframeHeader = Buffer.from('1004009d012a8002e001', 'hex')

const ticks = new Set<(now: number) => void>()
let ticker: NodeJS.Timeout | null = null

const everyTick = (tick: (now: number) => void): (() => void) => {
  ticks.add(tick)
  ticker ??= setInterval(() => {
    const now = performance.now()
    for (const each of ticks) each(now)
  }, 5)
  return () => {
    ticks.delete(tick)
    if (ticks.size > 0 || !ticker) return
    clearInterval(ticker)
    ticker = null
  }
}

interface Track {
  ssrc: number
  payloadType: number
  sequence: number
  timestamp: number
  nextAt: number
}

const newTrack = (payloadType: number): Track => ({
  ssrc: randomInt(2, 0xffff_ffff),
  payloadType,
  sequence: randomInt(0x1_0000),
  timestamp: randomInt(0xffff_ffff),
  nextAt: performance.now(),
})

const packetOf = (track: Track, marker: boolean, payload: Buffer): Buffer => {
  const packet = Buffer.concat([Buffer.alloc(rtpHeaderBytes), payload])
  const { payloadType, sequence, timestamp, ssrc } = track
  writeRtpHeader(packet, { payloadType, marker, sequence, timestamp, ssrc })
  track.sequence = (track.sequence + 1) & 0xffff
  return packet
}

export interface SenderTraits {
  hasVideo?: boolean
  /** Packets of 1,000 bytes, 30 times a second. */
  packetsPerFrame?: number
  /** The last byte of each packet, by which a receiver knows whose it is. */
  mark?: number
}

/** Sound, and a picture that is one by its headers only, with a browser's timing. */
export class SyntheticSender {
  readonly client: RtpClient
  readonly #sound = newTrack(payloadTypes.opus)
  readonly #picture: Track | null
  readonly #packetsPerFrame: number
  readonly #mark: number
  readonly #stopTicking: () => void
  #frames = 0
  #isKeyframeWanted = true
  sentPackets = 0
  keyframeRequests = 0
  /** What it sends now: a camera or a microphone that is off sends nothing. */
  readonly sends = { sound: true, picture: true }

  private constructor(
    client: RtpClient,
    { hasVideo = true, packetsPerFrame = usualPacketsPerFrame, mark = usualMark }: SenderTraits,
    control: { receive: (packet: Buffer) => void },
  ) {
    this.client = client
    this.#picture = hasVideo ? newTrack(payloadTypes.vp8) : null
    this.#packetsPerFrame = packetsPerFrame
    this.#mark = mark
    control.receive = (packet) => this.#receive(packet)
    this.#stopTicking = everyTick((now) => this.#tick(now))
  }

  static async connect(exchange: Exchange, traits: SenderTraits = {}): Promise<SyntheticSender> {
    const { hasVideo = true } = traits
    const control = { receive: (_packet: Buffer): void => undefined }
    const client = await RtpClient.connect({ direction: 'sendonly', hasVideo }, exchange, (packet) =>
      control.receive(packet),
    )
    return new SyntheticSender(client, traits, control)
  }

  static over(client: RtpClient, control: { receive: (packet: Buffer) => void }): SyntheticSender {
    return new SyntheticSender(client, {}, control)
  }

  /** What marks its packets, for a test that sends in its name. */
  get ssrcs(): { sound: number; picture: number | null } {
    return { sound: this.#sound.ssrc, picture: this.#picture?.ssrc ?? null }
  }

  close(): void {
    this.#stopTicking()
    this.client.close()
  }

  #receive(packet: Buffer): void {
    if (!isRtcp(packet)) return
    for (const { type } of parseRtcp(packet)) {
      if (type !== 'keyframeRequest') continue
      this.#isKeyframeWanted = true
      this.keyframeRequests += 1
    }
  }

  #tick(now: number): void {
    for (const track of [this.#sound, this.#picture]) {
      if (track && now - track.nextAt > lagMsMax) track.nextAt = now
    }
    for (; this.#sound.nextAt <= now; this.#sound.nextAt += soundEveryMs)
      if (this.sends.sound) this.#sendSound()
    if (!this.#picture) return
    for (; this.#picture.nextAt <= now; this.#picture.nextAt += frameEveryMs)
      if (this.sends.picture) this.#sendFrame(this.#picture)
  }

  #sendSound(): void {
    this.#sound.timestamp = (this.#sound.timestamp + 48 * soundEveryMs) >>> 0
    this.#send(packetOf(this.#sound, false, randomBytes(soundBytes)))
  }

  #sendFrame(track: Track): void {
    track.timestamp = (track.timestamp + 90 * frameEveryMs) >>> 0
    const isKeyframe = this.#isKeyframeWanted || this.#frames % keyframeEveryFrames === 0
    this.#isKeyframeWanted = false
    this.#frames += 1
    for (let index = 0; index < this.#packetsPerFrame; index++) {
      const payload = Buffer.alloc(pictureBytes, 0xab)
      payload[0] = index === 0 ? firstOfFrame : restOfFrame
      // The frame's first bit is 0 for a keyframe.
      payload[1] = 0x01
      if (isKeyframe && index === 0) vp8KeyframeHeader.copy(payload, 1)
      this.#send(packetOf(track, index === this.#packetsPerFrame - 1, payload))
    }
  }

  #send(packet: Buffer): void {
    packet[packet.length - 1] = this.#mark
    if (this.client.send(packet)) this.sentPackets += 1
  }
}

interface Stream {
  first: number
  highest: number
  received: number
  missing: Set<number>
}

/** Takes what comes, counts it, and gives the reports and NACKs a browser would. */
export class SyntheticReceiver {
  readonly client: RtpClient
  readonly #streams = new Map<number, Stream>()
  readonly #requestsAgain: boolean
  readonly #stopTicking: () => void
  #nextReportAt = 0
  #next = Promise.withResolvers<void>()
  #receivedAt = Number.NaN
  #watchedMs = 0
  /** Packets by their last byte. */
  readonly marks = new Map<number, number>()

  private constructor(
    client: RtpClient,
    requestsAgain: boolean,
    control: { receive: (packet: Buffer) => void },
  ) {
    this.client = client
    this.#requestsAgain = requestsAgain
    control.receive = (packet) => this.#receive(packet)
    this.#stopTicking = everyTick((now) => this.#tick(now))
  }

  /** @param options `asksAgain`: sends NACKs for what is missing in the picture */
  static async connect(
    exchange: Exchange,
    { hasVideo = true, requestsAgain = false } = {},
  ): Promise<SyntheticReceiver> {
    const control = { receive: (_packet: Buffer): void => undefined }
    const client = await RtpClient.connect({ direction: 'recvonly', hasVideo }, exchange, (packet) =>
      control.receive(packet),
    )
    return new SyntheticReceiver(client, requestsAgain, control)
  }

  static over(client: RtpClient, control: { receive: (packet: Buffer) => void }): SyntheticReceiver {
    return new SyntheticReceiver(client, false, control)
  }

  /** Resolves with the next packet of media. */
  next(): Promise<void> {
    return this.#next.promise
  }

  get packets(): number {
    return [...this.#streams.values()].reduce((sum, { received }) => sum + received, 0)
  }

  /** Milliseconds over which media came. A longer pause, for which nobody pays, isn't in it. */
  get watchedMs(): number {
    return this.#watchedMs
  }

  /** Sequences that never came. */
  get lost(): number {
    return [...this.#streams.values()].reduce(
      (sum, { first, highest, received }) => sum + Math.max(0, highest - first + 1 - received),
      0,
    )
  }

  get ssrcs(): number[] {
    return [...this.#streams.keys()]
  }

  close(): void {
    this.#stopTicking()
    this.client.close()
  }

  #receive(packet: Buffer): void {
    const header = isRtcp(packet) ? null : parseRtp(packet)
    if (!header || header.payloadType === payloadTypes.rtx) return
    this.#note(packet)
    this.#next.resolve()
    this.#next = Promise.withResolvers<void>()
    const stream = this.#streams.get(header.ssrc)
    if (!stream) {
      const { sequence } = header
      this.#streams.set(header.ssrc, { first: sequence, highest: sequence, received: 1, missing: new Set() })
      return
    }
    const ahead = ((header.sequence - stream.highest) << 16) >> 16
    stream.received += 1
    for (let each = 1; each < ahead; each++) stream.missing.add(stream.highest + each)
    if (ahead > 0) stream.highest += ahead
    if (ahead > 1 && this.#requestsAgain) this.#requestAgain(header.ssrc, stream)
  }

  #note(packet: Buffer): void {
    const now = performance.now()
    const sinceMs = now - this.#receivedAt
    if (sinceMs <= chargeableGapMsMax) this.#watchedMs += sinceMs
    this.#receivedAt = now
    const mark = packet.at(-1) ?? 0
    this.marks.set(mark, (this.marks.get(mark) ?? 0) + 1)
  }

  #requestAgain(ssrc: number, stream: Stream): void {
    this.client.send(
      writeNack(
        ssrc,
        [...stream.missing].map((each) => each & 0xffff),
      ),
    )
    stream.missing.clear()
  }

  #tick(now: number): void {
    if (now < this.#nextReportAt || this.#streams.size === 0) return
    this.#nextReportAt = now + reportEveryMs
    for (const [ssrc, { highest }] of this.#streams) {
      this.client.send(
        writeReceiverReport({
          ssrc,
          fractionLost: 0,
          cumulativeLost: 0,
          extendedHighestSequence: highest,
          jitter: 0,
          lastSenderReport: 0,
          delaySinceSenderReport: 0,
        }),
      )
    }
  }
}

/** Sends and receives over one connection, as a page whose call rings. */
export const connectBothWays = async (
  exchange: Exchange,
): Promise<{ client: RtpClient; sender: SyntheticSender; receiver: SyntheticReceiver }> => {
  const ofSender = { receive: (_packet: Buffer): void => undefined }
  const ofReceiver = { receive: (_packet: Buffer): void => undefined }
  const client = await RtpClient.connect({ direction: 'both', hasVideo: true }, exchange, (packet) => {
    ofSender.receive(packet)
    ofReceiver.receive(packet)
  })
  return {
    client,
    sender: SyntheticSender.over(client, ofSender),
    receiver: SyntheticReceiver.over(client, ofReceiver),
  }
}
