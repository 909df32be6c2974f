import type { MediaKind } from '../signaling/codecs.ts'
import type { Forwarder } from '../tracks/forwarder.ts'
import type { RtcpMessage } from './rtcp.ts'
import { RtcpIntake } from './rtcp-intake.ts'

/** What one receiver says in RTCP, to the tracks that it is about. */
export class ReceiverFeedback {
  readonly #forwarders: ReadonlyMap<MediaKind, Forwarder>
  readonly #intake = new RtcpIntake()

  constructor(forwarders: ReadonlyMap<MediaKind, Forwarder>) {
    this.#forwarders = forwarders
  }

  receive(packet: Buffer, now: number): void {
    for (const message of this.#intake.read(packet, now)) this.#obey(message, now)
  }

  #obey(message: RtcpMessage, now: number): void {
    switch (message.type) {
      case 'nack':
        this.#forwarderOf(message.ssrc)?.retransmit(message.sequences, now)
        return
      case 'keyframeRequest':
        this.#forwarderOf(message.ssrc)?.requestKeyframe(now)
        return
      case 'receiverReport':
        for (const block of message.blocks) this.#forwarderOf(block.ssrc)?.receiveReport(block, now)
        return
      case 'bitrateEstimate':
        this.#forwarders.get('video')?.receiveEstimate(message.bitsPerSecond, now)
        return
      case 'senderReport':
        return
    }
  }

  #forwarderOf(ssrc: number): Forwarder | undefined {
    for (const forwarder of this.#forwarders.values()) if (forwarder.sources.ssrc === ssrc) return forwarder
    return undefined
  }
}
