import { writeBitrateEstimate, writeReceiverReport } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, sequenceDistance } from '#adapters/media/embedded/rtp/rtp.ts'
import { payloadTypes, RtpClient } from './rtp-client.ts'
import type { Stage } from './stage.ts'

const reportEveryMs = 250

/** Where a VP8 keyframe's width is, counted from the end of the payload descriptor (RFC 6386, 9.1). */
const startCode = Buffer.from('9d012a', 'hex')
const startCodeAt = 3

/** A receiver without a decoder, which reads the size of each keyframe and reports whatever a test says. */
export class ScriptedReceiver {
  readonly #client: RtpClient
  readonly #timer: NodeJS.Timeout
  #way = { estimateBps: 5_000_000, loss: 0 }
  #ssrc: number | null = null
  #first = 0
  #highest = 0
  #packets = 0
  #saidLost = 0
  #saidHighest = 0
  /** The newest keyframe's; 0 before the first one. */
  width = 0

  private constructor(client: RtpClient, control: { receive: (packet: Buffer) => void }) {
    this.#client = client
    control.receive = (packet) => this.#receive(packet)
    this.#timer = setInterval(() => this.#report(), reportEveryMs)
  }

  static async subscribe(stage: Stage, participantId: string): Promise<ScriptedReceiver> {
    const control = { receive: (_packet: Buffer): void => undefined }
    const client = await RtpClient.connect(
      { direction: 'recvonly', hasVideo: true },
      async (offer) => (await stage.media.subscribe(stage.roomId, participantId, offer)).answerSdp,
      (packet) => control.receive(packet),
    )
    return new ScriptedReceiver(client, control)
  }

  /** From the next report on. */
  says(way: { estimateBps?: number; loss?: number }): void {
    this.#way = { ...this.#way, ...way }
  }

  /** Packets of the picture so far, and those of them that never came. */
  get packets(): number {
    return this.#packets
  }
  get missing(): number {
    return this.#packets === 0 ? 0 : this.#highest - this.#first + 1 - this.#packets
  }

  close(): void {
    clearInterval(this.#timer)
    this.#client.close()
  }

  #receive(packet: Buffer): void {
    const header = isRtcp(packet) ? null : parseRtp(packet)
    if (header?.payloadType !== payloadTypes.vp8) return
    if (this.#ssrc === null) {
      this.#ssrc = header.ssrc
      this.#first = header.sequence
      this.#highest = header.sequence
    }
    this.#packets += 1
    this.#highest += Math.max(0, sequenceDistance(header.sequence, this.#highest & 0xffff))
    const payload = packet.subarray(header.payloadStart, header.payloadEnd)
    const at = payload.subarray(0, 16).indexOf(startCode)
    if (at >= startCodeAt) this.width = payload.readUInt16LE(at + startCode.length) & 0x3fff
  }

  #report(): void {
    if (this.#ssrc === null) return
    const { estimateBps, loss } = this.#way
    this.#saidLost += (this.#highest - Math.max(this.#saidHighest, this.#first)) * loss
    this.#saidHighest = this.#highest
    const report = writeReceiverReport({
      ssrc: this.#ssrc,
      fractionLost: loss,
      cumulativeLost: Math.round(this.#saidLost),
      extendedHighestSequence: this.#highest,
      jitter: 0,
      lastSenderReport: 0,
      delaySinceSenderReport: 0,
    })
    this.#client.send(Buffer.concat([report, writeBitrateEstimate([this.#ssrc], estimateBps)]))
  }
}
