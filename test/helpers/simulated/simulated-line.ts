import { randomBytes, randomInt } from 'node:crypto'
import { Audio, PeerConnection, type Track } from 'node-datachannel'
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
import { everyTick } from './simulated-clock.ts'
import { opusPayloadType, reduceVoiceAnswer, writeVoiceOffer } from './simulated-offer.ts'

const packetEveryMs = 20
const payloadBytes = 60
const timestampsPerPacket = 960
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

export interface LineEvents {
  /** A line without network neither sends nor receives. */
  isOnline(): boolean
  opened(): void
  failed(): void
  /** Sound of the partner arrived. */
  sound(nowMs: number, packetBytes: number): void
}

/** One transport to the media server: real ICE, DTLS and SRTP, with 50 packets of noise a second when it sends. */
export class SimulatedLine {
  readonly offer: string
  /** Everything that arrived, including answers to connectivity checks. */
  heardCount = 0
  heardAtMs = performance.now()
  readonly #events: LineEvents
  readonly #sends: boolean
  readonly #connection: PeerConnection
  readonly #track: Track
  readonly #ssrc = randomInt(2, 0xffff_ffff)
  readonly #packet = Buffer.concat([Buffer.alloc(rtpHeaderBytes), randomBytes(payloadBytes)])
  readonly #stopTicking: () => void
  #state: 'opening' | 'open' | 'closed' = 'opening'
  #sequence = randomInt(0x1_0000)
  #timestamp = randomInt(0xffff_ffff)
  #sentPackets = 0
  #nextPacketAt = 0
  #nextReportAt = 0
  #nextCheckAt = 0
  /** Sequences without wrapping. */
  #partner: { ssrc: number; first: number; highest: number; received: number } | null = null
  /** The far end's socket as it was when it answered; null before, and after the far end hung up. */
  #farEnd: { port: number; sockets: Promise<string> } | null = null

  constructor(sends: boolean, events: LineEvents) {
    this.#sends = sends
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
    this.offer = writeVoiceOffer(this.#connection.localDescription()?.sdp ?? '', sends ? this.#ssrc : null)
    this.#stopTicking = everyTick((nowMs) => this.#tick(nowMs))
  }

  answer(sdp: string): void {
    if (this.#state === 'closed') return
    const port = candidatePort(sdp)
    this.#farEnd = port === null ? null : { port, sockets: socketsOn(port) }
    this.#connection.setRemoteDescription(reduceVoiceAnswer(sdp), 'answer')
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

  #hear(nowMs: number): void {
    this.heardCount += 1
    this.heardAtMs = nowMs
  }

  #receive(packet: Buffer): void {
    if (this.#state !== 'open' || !this.#events.isOnline()) return
    const nowMs = performance.now()
    this.#hear(nowMs)
    if (isRtcp(packet)) return
    const header = parseRtp(packet)
    if (!header) return
    this.#count(header)
    this.#events.sound(nowMs, packet.length)
  }

  #count({ ssrc, sequence }: RtpHeader): void {
    if (this.#partner?.ssrc !== ssrc) {
      this.#partner = { ssrc, first: sequence, highest: sequence, received: 1 }
      return
    }
    this.#partner.received += 1
    this.#partner.highest += Math.max(0, sequenceDistance(sequence, this.#partner.highest & 0xffff))
  }

  #tick(nowMs: number): void {
    if (!this.#track.isOpen()) return
    if (this.#state === 'opening') {
      this.#state = 'open'
      this.heardAtMs = nowMs
      this.#nextPacketAt = nowMs
      this.#nextReportAt = nowMs
      this.#nextCheckAt = nowMs + checkEveryMs
      this.#events.opened()
    }
    if (!this.#events.isOnline()) return
    if (this.#sends) this.#sendSound(nowMs)
    if (nowMs >= this.#nextReportAt) this.#report(nowMs)
    if (nowMs >= this.#nextCheckAt) void this.#check(nowMs)
  }

  async #check(nowMs: number): Promise<void> {
    this.#nextCheckAt = nowMs + checkEveryMs
    const farEnd = this.#farEnd
    const isAnswered = farEnd !== null && (await socketsOn(farEnd.port)) === (await farEnd.sockets)
    if (isAnswered && this.#state === 'open' && this.#events.isOnline()) this.#hear(performance.now())
  }

  #sendSound(nowMs: number): void {
    if (nowMs - this.#nextPacketAt > lagMsMax) this.#nextPacketAt = nowMs
    for (; this.#nextPacketAt <= nowMs; this.#nextPacketAt += packetEveryMs) {
      writeRtpHeader(this.#packet, {
        payloadType: opusPayloadType,
        marker: false,
        sequence: this.#sequence,
        timestamp: this.#timestamp,
        ssrc: this.#ssrc,
      })
      this.#send(this.#packet)
      this.#sequence = (this.#sequence + 1) & 0xffff
      this.#timestamp = (this.#timestamp + timestampsPerPacket) >>> 0
      this.#sentPackets += 1
    }
  }

  #report(nowMs: number): void {
    if (this.#sends) {
      this.#nextReportAt = nowMs + senderReportEveryMs
      this.#send(this.#senderReport())
      return
    }
    this.#nextReportAt = nowMs + randomInt(receiverReportMsMin, receiverReportMsMax)
    if (!this.#partner) return
    const { ssrc, first, highest, received } = this.#partner
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

  #senderReport(): Buffer {
    const wallMs = Date.now()
    return writeSenderReport({
      ssrc: this.#ssrc,
      ntpSeconds: Math.floor(wallMs / 1000) + ntpOffsetSec,
      ntpFraction: Math.floor(((wallMs % 1000) / 1000) * 2 ** 32),
      rtpTimestamp: this.#timestamp,
      packetCount: this.#sentPackets,
      octetCount: this.#sentPackets * payloadBytes,
    })
  }

  #send(packet: Buffer): void {
    try {
      this.#track.sendMessageBinary(packet)
    } catch {
      // It closes at this moment; the silence shows it.
    }
  }
}
