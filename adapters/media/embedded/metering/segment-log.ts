import type { MediaReading, MediaRoomSpec, MediaSegment } from '../../port.ts'
import { incrementMs } from '../../port.ts'
import { PictureGrace } from './picture-grace.ts'

/** So long without chargeable media, and the meter is paused: shorter pauses are the network's. */
const standsAfterMs = 1_500
/** What flaps more often is charged as voice from then on, and its pauses are no longer listed. */
export const segmentsMax = 600
const pausesMax = 400

interface Moment {
  now: number
  /** Time since the broadcaster's media first reached the payer. */
  connectedMs: number
}

/**
 * What a call carries, in order, and with that the price of each increment: decided once, when the increment begins, by
 * what is carried at that instant. Pure: instants are milliseconds of one monotonic clock.
 */
export class SegmentLog {
  #kind: MediaRoomSpec['kind']
  readonly #segments: MediaSegment[]
  readonly #grace = new PictureGrace()
  /** Increments whose price is decided. */
  #decided: number
  #movedAt: number | null = null
  #hasChanged = false

  constructor(
    kind: MediaRoomSpec['kind'],
    {
      chargedMs,
      segments,
      decidedIncrements,
    }: Pick<MediaReading, 'chargedMs' | 'segments' | 'decidedIncrements'>,
  ) {
    this.#kind = kind
    this.#segments = [...segments]
    this.#decided = Math.max(Math.ceil(chargedMs / incrementMs), decidedIncrements)
  }

  get segments(): readonly MediaSegment[] {
    return this.#segments
  }

  /** How many increments have begun, and with that their price. */
  get decidedIncrements(): number {
    return this.#decided
  }

  /** From the next increment on the price is that of this kind. */
  setKind(kind: MediaRoomSpec['kind']): void {
    this.#kind = kind
  }

  /** @param hasPicture null while the broadcaster's connection is lost */
  see(now: number, hasPicture: boolean | null): void {
    this.#grace.see(now, hasPicture)
  }

  /** Chargeable time has been sent up to `reachedMs`, counted over the call. */
  move(reachedMs: number, { now, connectedMs }: Moment): void {
    this.#movedAt = now
    const before = this.#segments.at(-1)
    if (before?.carries === 'nothing') this.#add(this.#carriedBefore(), connectedMs)
    const begun = Math.ceil(reachedMs / incrementMs)
    if (this.#decided >= begun) return
    const carries = this.#kind === 'video' && this.#grace.counts ? 'video' : 'voice'
    if (this.#segments.at(-1)?.carries !== carries) this.#add(carries, connectedMs)
    this.#decided = begun
  }

  /** To be called several times a second while the call is connected: finds that the meter is paused. */
  look({ now, connectedMs }: Moment): void {
    this.#movedAt ??= now
    const quietMs = now - this.#movedAt
    const last = this.#segments.at(-1)
    if (!last || last.carries === 'nothing' || quietMs < standsAfterMs) return
    if (this.#segments.length < pausesMax) this.#add('nothing', Math.max(last.atMs, connectedMs - quietMs))
  }

  /** True once after each change. */
  consumeChange(): boolean {
    const hadChanged = this.#hasChanged
    this.#hasChanged = false
    return hadChanged
  }

  /** The increment that had begun before a pause goes on after it, at its price. */
  #carriedBefore(): 'video' | 'voice' {
    const last = this.#segments.findLast(({ carries }) => carries !== 'nothing')
    return last?.carries === 'video' ? 'video' : 'voice'
  }

  #add(carries: MediaSegment['carries'], connectedMs: number): void {
    if (this.#segments.length >= segmentsMax) return
    const isLast = this.#segments.length === segmentsMax - 1
    this.#segments.push({
      atMs: Math.floor(connectedMs),
      firstIncrement: this.#decided,
      carries: isLast ? 'voice' : carries,
    })
    this.#hasChanged = true
  }
}
