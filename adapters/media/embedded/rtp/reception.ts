import { sequenceDistance, timestampDistance } from './rtp.ts'

/** RFC 3550, A.1: a jump this far ahead counts as a restart of the source once the next packet follows it. */
const jumpMax = 3_000
/** A packet older than the ring is of no use to anybody. */
const ageMax = 1_024
/** A larger hole isn't requested packet by packet; a keyframe repairs it. */
const holeMax = 256
const retryMs = 40
const triesMax = 10

export type Arrival =
  | { kind: 'next' | 'late' | 'hole'; sequence: number }
  | { kind: 'useless' }
  | { kind: 'restart' }

export interface ReceptionFigures {
  fractionLost: number
  /** Packets that were sent since the last report, as far as their sequences show. */
  expected: number
  cumulativeLost: number
  extendedHighestSequence: number
  jitter: number
}

/**
 * Which packets of one source arrived: numbers them without wrapping, knows which to ask for again, and keeps the
 * figures of a receiver report (RFC 3550, 6.4.1 and A.3). Pure; instants are milliseconds.
 */
export class Reception {
  readonly #clockRate: number
  readonly #requestsResends: boolean
  readonly #missing = new Map<number, { requestedAt: number; tries: number }>()
  #first: number | null = null
  #highest = 0
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #restartAt: number | null = null
  #lastTransit: number | null = null
  #jitter = 0

  constructor(clockRate: number, { requestsResends }: { requestsResends: boolean }) {
    this.#clockRate = clockRate
    this.#requestsResends = requestsResends
  }

  get isMissingAny(): boolean {
    return this.#missing.size > 0
  }

  /**
   * Records a packet by its 16-bit sequence. `sequence` in the answer never wraps.
   * `restart`: the source jumped; drop this state and give the packet to a new `Reception`.
   * `hole`: too many packets are missing before this one to request them.
   */
  receive(sequence: number, now: number): Arrival {
    if (this.#first === null) {
      this.#first = sequence
      this.#highest = sequence
      this.#received = 1
      return { kind: 'next', sequence }
    }
    const distance = sequenceDistance(sequence, this.#highest)
    if (distance > jumpMax || distance < -ageMax) {
      const isRestart = this.#restartAt === sequence
      this.#restartAt = (sequence + 1) & 0xffff
      return isRestart ? { kind: 'restart' } : { kind: 'useless' }
    }
    const extended = this.#highest + distance
    if (extended < this.#first) return { kind: 'useless' }
    this.#restartAt = null
    this.#received += 1
    if (distance <= 0) {
      this.#missing.delete(extended)
      return { kind: 'late', sequence: extended }
    }
    const isHole = distance - 1 > holeMax
    if (isHole) this.#missing.clear()
    else if (this.#requestsResends) this.#recordMissing(extended, now)
    this.#highest = extended
    return { kind: isHole ? 'hole' : 'next', sequence: extended }
  }

  #recordMissing(before: number, now: number): void {
    for (let each = this.#highest + 1; each < before; each++) {
      this.#missing.set(each, { requestedAt: now - retryMs, tries: 0 })
    }
  }

  /** A packet that had arrived before doesn't make up for a lost one. */
  discountDuplicate(): void {
    this.#received -= 1
  }

  /** RFC 3550, A.8. */
  recordTiming(timestamp: number, now: number): void {
    const transit = ((now / 1000) * this.#clockRate - timestamp) % 2 ** 32
    if (this.#lastTransit !== null) {
      const change = Math.abs(timestampDistance(Math.round(transit), Math.round(this.#lastTransit)))
      this.#jitter += (change - this.#jitter) / 16
    }
    this.#lastTransit = transit
  }

  /** The 16-bit sequences to request now: at once, then every 40 ms, ten times at most. */
  claimDue(now: number): number[] {
    const due: number[] = []
    for (const [sequence, wanted] of this.#missing) {
      if (wanted.tries >= triesMax || this.#highest - sequence > ageMax) {
        this.#missing.delete(sequence)
      } else if (now - wanted.requestedAt >= retryMs) {
        wanted.requestedAt = now
        wanted.tries += 1
        due.push(sequence & 0xffff)
      }
    }
    return due
  }

  /** The figures since the last call; null before the first packet. */
  report(): ReceptionFigures | null {
    if (this.#first === null) return null
    const expected = this.#highest - this.#first + 1
    const expectedNow = expected - this.#expectedBefore
    const lostNow = expectedNow - (this.#received - this.#receivedBefore)
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    return {
      expected: expectedNow,
      fractionLost: expectedNow > 0 ? Math.max(0, lostNow) / expectedNow : 0,
      cumulativeLost: Math.max(0, expected - this.#received),
      extendedHighestSequence: this.#highest >>> 0,
      jitter: this.#jitter,
    }
  }
}
