import type { ReportBlock } from '../rtp/rtcp.ts'
import { rtpHeaderBytes } from '../rtp/rtp.ts'
import type { Gate } from '../tracks/forwarder.ts'
import type { Source, StoredPacket } from '../tracks/source.ts'
import { ForwardedLog } from './forwarded-log.ts'
import type { LiveMedia } from './live-media.ts'
import type { Meter } from './meter.ts'

export interface PayerGateEvents {
  /** The first packet passes. */
  connected(): void
  /** The paid time is used up. */
  exhausted(now: number): void
  /** Chargeable time has moved on. */
  moved(now: number): void
}

/**
 * Lets one subscription of the payer pass what the meter says is paid for, and reads the reports that prove what
 * arrived. It is a class, because V8 makes a hidden class of its own for each object literal with a getter, and each
 * packet asks the gate of each receiver.
 */
export class PayerGate implements Gate {
  readonly setsBitrate = true
  readonly #meter: Meter
  readonly #media: LiveMedia
  readonly #events: PayerGateEvents
  readonly #logs = { audio: new ForwardedLog(), video: new ForwardedLog() }
  #hasPassed = false

  constructor(meter: Meter, media: LiveMedia, events: PayerGateEvents) {
    this.#meter = meter
    this.#media = media
    this.#events = events
  }

  get isOpen(): boolean {
    return this.#meter.mayForward
  }

  pass(packet: StoredPacket, source: Source, sequence: number, now: number): boolean {
    this.#media.record(packet, source, now)
    if (!this.#media.mayBegin) return false
    const wasConnected = this.#meter.isConnected
    const { sentMs } = this.#meter
    const mayPass = this.#meter.forward(now, {
      isLive: this.#media.isLive(now),
      bytes: packet.bytes.length - rtpHeaderBytes,
    })
    if (!wasConnected && this.#meter.isConnected) this.#events.connected()
    if (this.#meter.sentMs > sentMs) this.#events.moved(now)
    if (!mayPass) return false
    if (!this.#hasPassed) this.#meter.beginConnection(now)
    this.#hasPassed = true
    this.#logs[source.kind].record(sequence, this.#meter.sentMs, now)
    return true
  }

  report(kind: Source['kind'], block: ReportBlock, now: number): void {
    const proof = this.#logs[kind].prove(block, now)
    if (proof && this.#meter.report(proof, now)) this.#events.exhausted(now)
  }
}

/** Lets the broadcaster have the payer's media while the payer gets, or may get, the broadcaster's. */
export class BroadcasterGate implements Gate {
  readonly setsBitrate = true
  readonly #mayBeSeen: () => boolean

  constructor(mayBeSeen: () => boolean) {
    this.#mayBeSeen = mayBeSeen
  }

  get isOpen(): boolean {
    return this.#mayBeSeen()
  }

  pass(): boolean {
    return this.isOpen
  }

  report(): void {}
}
