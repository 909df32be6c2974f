import type { MediaReading, MediaRole, MediaRoomSpec, MediaSeatSpec, SideSending } from '../../port.ts'
import { LiveMedia } from './live-media.ts'
import { Meter } from './meter.ts'
import { PayerGate } from './payer-gate.ts'
import { SegmentLog } from './segment-log.ts'

export interface AccountEvents {
  connected(): void
  exhausted(reading: MediaReading): void
  carries(reading: MediaReading): void
  unproven(): void
}

/** What an account is told about its room when it is opened. */
export interface RoomTraits {
  kind: MediaRoomSpec['kind']
  broadcasterSends: SideSending
  /** Whether the broadcaster's picture is there; null while the broadcaster's connection is lost. */
  hasPicture: (now: number) => boolean | null
}

/** What one seat is charged by: its meter, what the broadcaster's media is worth, and what the seat carried when. */
export class SeatAccount {
  readonly meter: Meter
  readonly #media: LiveMedia
  readonly #segments: SegmentLog
  readonly #hasPicture: RoomTraits['hasPicture']
  readonly #events: AccountEvents
  #hasReportedUnproven = false

  constructor(
    spec: MediaSeatSpec,
    { kind, broadcasterSends, hasPicture }: RoomTraits,
    events: AccountEvents,
  ) {
    this.meter = new Meter(spec)
    this.#media = new LiveMedia(kind, broadcasterSends)
    this.#segments = new SegmentLog(kind, spec.carried)
    this.#hasPicture = hasPicture
    this.#events = events
  }

  /** For one subscription of the payer. */
  gate(): PayerGate {
    return new PayerGate(this.meter, this.#media, {
      connected: () => this.#events.connected(),
      exhausted: (now) => this.#events.exhausted(this.reading(now)),
      moved: (now) => {
        this.#segments.see(now, this.#hasPicture(now))
        this.#segments.move(this.meter.reachedMs, { now, connectedMs: this.meter.connectedMsAt(now) })
      },
    })
  }

  signOfLife(now: number): void {
    if (this.meter.signOfLife(now)) this.#events.exhausted(this.reading(now))
  }

  lose(role: MediaRole, since: number, now: number): void {
    this.meter.lose(role, since, now)
  }

  comeBack(role: MediaRole, now: number): void {
    this.meter.comeBack(role, now)
  }

  setSending(sending: SideSending, now: number): void {
    this.#media.signal(sending)
    this.#segments.see(now, this.#hasPicture(now))
  }

  /** From the next increment on the price is that of this kind. */
  setKind(kind: MediaRoomSpec['kind']): void {
    this.#media.setKind(kind)
    this.#segments.setKind(kind)
  }

  /** To be called several times a second. */
  tick(now: number): void {
    if (this.meter.consumeExhaustion()) this.#events.exhausted(this.reading(now))
    if (this.meter.isUnprovenSpent && !this.#hasReportedUnproven) {
      this.#hasReportedUnproven = true
      this.#events.unproven()
    }
    this.#segments.see(now, this.#hasPicture(now))
    if (this.meter.isConnected) this.#segments.look({ now, connectedMs: this.meter.connectedMsAt(now) })
    if (this.#segments.consumeChange()) this.#events.carries(this.reading(now))
  }

  close(now: number): MediaReading {
    this.meter.close(now)
    return this.reading(now)
  }

  reading(now: number): MediaReading {
    const { segments, decidedIncrements } = this.#segments
    return { ...this.meter.reading(now), segments, decidedIncrements }
  }
}
