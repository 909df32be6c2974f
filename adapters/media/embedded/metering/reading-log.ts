import { type MediaReading, zeroReading } from '../../port.ts'

/** Final readings kept for a second `closeRoom`, in case the first requester failed afterwards. */
const finalReadingsMax = 1_000

/**
 * What is known of each room's reading. No cumulative figure of a call ever falls, whatever a
 * crash or a late report says.
 */
export class ReadingLog {
  /** Of the open rooms, and of those a crash has closed. */
  readonly #current = new Map<string, MediaReading>()
  readonly #final = new Map<string, MediaReading>()

  get current(): ReadonlyMap<string, MediaReading> {
    return this.#current
  }

  /** Records a reading; returns it with no figure lower than the highest known one. */
  note(roomId: string, reading: MediaReading): MediaReading {
    const noted = this.#atLeast(roomId, reading)
    this.#current.set(roomId, noted)
    return noted
  }

  /** The room was never opened. */
  forget(roomId: string): void {
    this.#current.delete(roomId)
  }

  /** The room is closed; answers its final reading: zeroes, when nothing was ever known of it. */
  close(roomId: string, reading: MediaReading | null): MediaReading {
    const final = this.#atLeast(roomId, reading ?? zeroReading)
    this.#current.delete(roomId)
    if (final !== zeroReading) this.#keepFinal(roomId, final)
    return final
  }

  #atLeast(roomId: string, reading: MediaReading): MediaReading {
    const known = this.#current.get(roomId) ?? this.#final.get(roomId)
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

  #keepFinal(roomId: string, final: MediaReading): void {
    this.#final.set(roomId, final)
    const oldest = this.#final.keys().next().value
    if (this.#final.size > finalReadingsMax && oldest !== undefined) this.#final.delete(oldest)
  }
}
