import { randomBytes, randomInt } from 'node:crypto'
import { Audio, PeerConnection, type Track } from 'node-datachannel'
import { everyTick } from '#adapters/demo/every-tick.ts'
import { writeReceiverReport, writeSenderReport } from '#adapters/media/embedded/rtp/rtcp.ts'
import {
  isRtcp,
  parseRtp,
  type RtpHeader,
  rtpHeaderBytes,
  sequenceDistance,
  writeRtpHeader,
} from '#adapters/media/embedded/rtp/rtp.ts'
import { candidatePort, socketsOn } from './simulated-checks.ts'
import { opusPayloadType, reduceAnswer, vp8PayloadType, writeOffer } from './simulated-offer.ts'

const packetEveryMs = 20
const payloadBytes = 60
const timestampsPerPacket = 960
/** A slow picture is one to the meter, and every frame of it can be decoded on its own. */
const frameEveryMs = 200
const timestampsPerFrame = 90 * frameEveryMs
const frameBytes = 140
/** RFC 7741: the first packet of a frame. RFC 6386, 9.1: a keyframe of 640 × 480 with a first partition of 32 bytes. */
const keyframeBeginning = Buffer.from('101004009d012a8002e001', 'hex')
const senderReportEveryMs = 1_000
/** RFC 3550, 6.2, as browsers implement it: a receiver of sound reports at random between these. */
const receiverReportMsMin = 2_500
const receiverReportMsMax = 7_500
/** After a longer stall of this process sending continues from now instead of in a burst. */
const lagMsMax = 400
/** A browser checks an idle connection this often. */
const checkEveryMs = 2_500
/** Seconds from 1900, the origin of NTP, to 1970. */
const ntpOffsetSec = 2_208_988_800

export interface LineTraits {
  sends: boolean
  hasPicture: boolean
}

/** What goes out under one SSRC. */
interface Outgoing {
  ssrc: number
  payloadType: number
  /** Header and payload; the header is written again for each packet. */
  packet: Buffer
  everyMs: number
  timestamps: number
  sequence: number
  timestamp: number
  sent: number
  nextAt: number
}

/** What arrives under one SSRC; sequences without wrapping. */
interface Incoming {
  first: number
  highest: number
  received: number
}

const outgoing = (payloadType: number, payload: Buffer, everyMs: number, timestamps: number): Outgoing => ({
  ssrc: randomInt(2, 0xffff_ffff),
  payloadType,
  packet: Buffer.concat([Buffer.alloc(rtpHeaderBytes), payload]),
  everyMs,
  timestamps,
  sequence: randomInt(0x1_0000),
  timestamp: randomInt(0xffff_ffff),
  sent: 0,
  nextAt: 0,
})

export interface LineEvents {
  /** A line without network neither sends nor receives. */
  isOnline(): boolean
  opened(): void
  failed(): void
  /** Sound or a picture of the partner arrived. */
  media(nowMs: number, packetBytes: number): void
}

/**
 * One transport to the media server: real ICE, DTLS and SRTP. When it sends, it sends 50 packets of noise a second, and a
 * picture that is one by its headers only.
 */
export class SimulatedLine {
  readonly offer: string
  /** Everything that arrived, including answers to connectivity checks. */
  heardCount = 0
  heardAtMs = performance.now()
  readonly #events: LineEvents
  readonly #sends: boolean
  readonly #connection: PeerConnection
  readonly #track: Track
  readonly #sound = outgoing(opusPayloadType, randomBytes(payloadBytes), packetEveryMs, timestampsPerPacket)
  readonly #picture = outgoing(
    vp8PayloadType,
    Buffer.concat([keyframeBeginning, randomBytes(frameBytes - keyframeBeginning.length)]),
    frameEveryMs,
    timestampsPerFrame,
  )
  readonly #outgoing: readonly Outgoing[]
  readonly #incoming = new Map<number, Incoming>()
  readonly #stopTicking: () => void
  #state: 'opening' | 'open' | 'closed' = 'opening'
  #nextReportAt = 0
  #nextCheckAt = 0
  /** The far end's socket as it was when it answered; null before, and after the far end hung up. */
  #farEnd: { port: number; sockets: Promise<string> } | null = null

  constructor({ sends, hasPicture }: LineTraits, events: LineEvents) {
    this.#sends = sends
    this.#outgoing = hasPicture ? [this.#sound, this.#picture] : [this.#sound]
    this.#events = events
    this.#connection = new PeerConnection('simulated', { iceServers: [], disableAutoNegotiation: true })
    const section = new Audio('0', 'SendRecv')
    section.addOpusCodec(opusPayloadType)
    this.#track = this.#connection.addTrack(section)
    this.#track.onMessage((packet) => this.#receive(packet))
    this.#connection.onStateChange((state) => {
      if (state === 'failed' && this.#state !== 'closed') this.#events.failed()
      // A transport that the server has closed answers no checks; a browser learns nothing else.
      if (state === 'closed' || state === 'disconnected') this.#farEnd = null
    })
    this.#connection.setLocalDescription('offer')
    this.offer = writeOffer(this.#connection.localDescription()?.sdp ?? '', {
      ssrcs: sends ? { sound: this.#sound.ssrc, picture: this.#picture.ssrc } : null,
      hasPicture,
    })
    this.#stopTicking = everyTick((nowMs) => this.#tick(nowMs))
  }

  answer(sdp: string): void {
    if (this.#state === 'closed') return
    const port = candidatePort(sdp)
    this.#farEnd = port === null ? null : { port, sockets: socketsOn(port) }
    this.#connection.setRemoteDescription(reduceAnswer(sdp), 'answer')
  }

  close(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#stopTicking()
    // Not from inside a callback of the library; the track first, or the connection leaks.
    setImmediate(() => {
      this.#track.close()
      this.#connection.close()
    })
  }

  #recordAnswer(nowMs: number): void {
    this.heardCount += 1
    this.heardAtMs = nowMs
  }

  #receive(packet: Buffer): void {
    if (this.#state !== 'open' || !this.#events.isOnline()) return
    const nowMs = performance.now()
    this.#recordAnswer(nowMs)
    if (isRtcp(packet)) return
    const header = parseRtp(packet)
    if (!header) return
    this.#count(header)
    this.#events.media(nowMs, packet.length)
  }

  #count({ ssrc, sequence }: RtpHeader): void {
    const known = this.#incoming.get(ssrc)
    if (!known) {
      this.#incoming.set(ssrc, { first: sequence, highest: sequence, received: 1 })
      return
    }
    known.received += 1
    known.highest += Math.max(0, sequenceDistance(sequence, known.highest & 0xffff))
  }

  #tick(nowMs: number): void {
    if (!this.#track.isOpen()) return
    if (this.#state === 'opening') {
      this.#state = 'open'
      this.heardAtMs = nowMs
      this.#nextReportAt = nowMs
      this.#nextCheckAt = nowMs + checkEveryMs
      this.#events.opened()
    }
    if (!this.#events.isOnline()) return
    if (this.#sends) for (const each of this.#outgoing) this.#sendMedia(each, nowMs)
    if (nowMs >= this.#nextReportAt) this.#report(nowMs)
    if (nowMs >= this.#nextCheckAt) void this.#check(nowMs)
  }

  async #check(nowMs: number): Promise<void> {
    this.#nextCheckAt = nowMs + checkEveryMs
    const farEnd = this.#farEnd
    const isAnswered = farEnd !== null && (await socketsOn(farEnd.port)) === (await farEnd.sockets)
    if (isAnswered && this.#state === 'open' && this.#events.isOnline()) this.#recordAnswer(performance.now())
  }

  #sendMedia(media: Outgoing, nowMs: number): void {
    if (nowMs - media.nextAt > lagMsMax) media.nextAt = nowMs
    for (; media.nextAt <= nowMs; media.nextAt += media.everyMs) {
      const { packet, payloadType, sequence, timestamp, ssrc } = media
      writeRtpHeader(packet, { payloadType, marker: media === this.#picture, sequence, timestamp, ssrc })
      this.#send(packet)
      media.sequence = (sequence + 1) & 0xffff
      media.timestamp = (timestamp + media.timestamps) >>> 0
      media.sent += 1
    }
  }

  #report(nowMs: number): void {
    if (this.#sends) {
      this.#nextReportAt = nowMs + senderReportEveryMs
      for (const each of this.#outgoing) this.#send(senderReport(each))
      return
    }
    this.#nextReportAt = nowMs + randomInt(receiverReportMsMin, receiverReportMsMax)
    for (const [ssrc, { first, highest, received }] of this.#incoming) {
      this.#send(
        writeReceiverReport({
          ssrc,
          fractionLost: 0,
          cumulativeLost: highest - first + 1 - received,
          extendedHighestSequence: highest,
          jitter: 0,
          lastSenderReport: 0,
          delaySinceSenderReport: 0,
        }),
      )
    }
  }

  #send(packet: Buffer): void {
    try {
      this.#track.sendMessageBinary(packet)
    } catch {
      // It closes at this moment; the silence shows it.
    }
  }
}

const senderReport = ({ ssrc, timestamp, sent, packet }: Outgoing): Buffer => {
  const wallMs = Date.now()
  return writeSenderReport({
    ssrc,
    ntpSeconds: Math.floor(wallMs / 1000) + ntpOffsetSec,
    ntpFraction: Math.floor(((wallMs % 1000) / 1000) * 2 ** 32),
    rtpTimestamp: timestamp,
    packetCount: sent,
    octetCount: sent * (packet.length - rtpHeaderBytes),
  })
}
