import { type MediaReading, type MediaReadings, zeroReading } from '../../port.ts'

/** Final readings kept for a second request to close, in case the first requester failed afterwards. */
const finalReadingsMax = 10_000

/**
 * What is known of each seat's reading. No cumulative figure of a seat ever falls, whatever a
 * crash or a late report says.
 */
export class ReadingLog {
  /** Of the open seats, and of those a crash has closed. */
  readonly #current = new Map<string, MediaReading>()
  readonly #final = new Map<string, MediaReading>()
  /** The seats that closed with each room. */
  readonly #closedRooms = new Map<string, readonly string[]>()

  get current(): MediaReadings {
    return this.#current
  }

  /** Records a reading; returns it with no figure lower than the highest known one. */
  record(seatId: string, reading: MediaReading): MediaReading {
    const recorded = this.#atLeast(seatId, reading)
    this.#current.set(seatId, recorded)
    return recorded
  }

  /** The seat was never opened. */
  delete(seatId: string): void {
    this.#current.delete(seatId)
  }

  /** The seat is closed; answers its final reading: zeroes, when nothing was ever known of it. */
  close(seatId: string, reading: MediaReading | null): MediaReading {
    const final = this.#atLeast(seatId, reading ?? zeroReading)
    this.#current.delete(seatId)
    if (final !== zeroReading) this.#keepFinal(seatId, final)
    return final
  }

  /** The room is closed with its seats; answers their final readings. */
  closeRoom(
    roomId: string,
    seatIds: readonly string[],
    readings: ReadonlyMap<string, MediaReading>,
  ): MediaReadings {
    this.#closedRooms.set(roomId, seatIds)
    evictOldest(this.#closedRooms)
    return new Map(seatIds.map((seatId) => [seatId, this.close(seatId, readings.get(seatId) ?? null)]))
  }

  /** As `closeRoom` answered for this room. */
  ofClosedRoom(roomId: string): MediaReadings {
    const seatIds = this.#closedRooms.get(roomId) ?? []
    return new Map(seatIds.map((seatId) => [seatId, this.close(seatId, null)]))
  }

  #atLeast(seatId: string, reading: MediaReading): MediaReading {
    const known = this.#current.get(seatId) ?? this.#final.get(seatId)
    if (!known) return reading
    return {
      connectedMs: Math.max(known.connectedMs, reading.connectedMs),
      chargedMs: Math.max(known.chargedMs, reading.chargedMs),
      freeMs: Math.max(known.freeMs, reading.freeMs),
      // Pending time of a process that died is dropped.
      pendingMs: Math.max(0, reading.pendingMs - Math.max(0, known.chargedMs - reading.chargedMs)),
      payerLostMs: Math.max(known.payerLostMs, reading.payerLostMs),
      broadcasterLostMs: Math.max(known.broadcasterLostMs, reading.broadcasterLostMs),
      unprovenMs: Math.max(known.unprovenMs, reading.unprovenMs),
      mediaBytes: Math.max(known.mediaBytes, reading.mediaBytes),
      // It is only added to: the longer list is the newer one.
      segments: reading.segments.length >= known.segments.length ? reading.segments : known.segments,
      decidedIncrements: Math.max(known.decidedIncrements, reading.decidedIncrements),
    }
  }

  #keepFinal(seatId: string, final: MediaReading): void {
    this.#final.set(seatId, final)
    evictOldest(this.#final)
  }
}

const evictOldest = (kept: Map<string, unknown>): void => {
  const oldest = kept.keys().next().value
  if (kept.size > finalReadingsMax && oldest !== undefined) kept.delete(oldest)
}
