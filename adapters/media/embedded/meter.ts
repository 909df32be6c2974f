import type { MediaReading, MediaRole } from '../port.ts'

/** A longer silence between two packets of the broadcaster is no media, and is not charged at all. */
export const chargeableGapMsMax = 1_000

/**
 * A browser that sends or receives a picture, or sends sound, is heard of every second and a half at the latest: a
 * longer silence was a line that was down, and its next sign says nothing of what was sent towards it meanwhile.
 */
export const confirmingGapMsMax = 3_000

/**
 * How much unconfirmed time a call may drop over its whole length: one silence of a payer who only receives sound.
 * A client that gives no sign of life on purpose must not talk for nothing.
 */
export const droppedMsMax = 17_000

/**
 * The clock a call is charged by. Pure: every instant comes in, as milliseconds of one monotonic clock.
 *
 * Charged is the time between packets of the broadcaster that were forwarded to the payer, and only as far as the
 * payer gave a sign of life afterwards: what was sent towards a connection that turns out dead is dropped, up to
 * `droppedMsMax` a call, and only for a payer who has given signs at all.
 */
export class Meter {
  readonly #carried: MediaReading
  #fundedMs: number
  /** Charged and confirmed by a sign of the payer. */
  #committedMs: number
  /** Charged so far if the payer turns out to be alive; at least the committed time, at most the funded one. */
  #reachedMs: number
  #lastForwardedAt: number | null = null
  /** The last instant that was forwarded to him, also when the paid time ended there. */
  #reachedAt = Number.NEGATIVE_INFINITY
  #connectedAt: number | null = null
  #closedAt: number | null = null
  #lastHeardAt = Number.NEGATIVE_INFINITY
  #hasReportedExhaustion = false
  /** The payer's connection has shown since the first packet that somebody is there. */
  #hasSign = false
  #droppedMs = 0
  /** Since when each side's absence runs; a side that is away while the payer is away too has no clock running. */
  #awaySince: Record<MediaRole, number | null> = { payer: null, broadcaster: null }
  #isAway: Record<MediaRole, boolean> = { payer: false, broadcaster: false }
  #lostMs: Record<MediaRole, number>
  /** Absence up to here is accounted; no instant counts for two sides. */
  #accountedUntil = Number.NEGATIVE_INFINITY

  constructor(fundedMs: number, carried: MediaReading) {
    this.#carried = carried
    this.#fundedMs = fundedMs
    this.#committedMs = carried.chargedMs
    this.#reachedMs = carried.chargedMs
    this.#lostMs = { payer: carried.payerLostMs, broadcaster: carried.broadcasterLostMs }
  }

  /** False while the paid time is used up or a side is away. */
  get mayForward(): boolean {
    const isSomebodyAway = this.#isAway.payer || this.#isAway.broadcaster
    return this.#closedAt === null && !isSomebodyAway && this.#reachedMs < this.#fundedMs
  }

  get isConnected(): boolean {
    return this.#connectedAt !== null
  }

  /**
   * The broadcaster's next packet is about to go to the payer. False when it must not: the time up to it is not
   * paid for. The time that is paid for counts nevertheless, to the millisecond.
   */
  forward(now: number): boolean {
    if (!this.mayForward) return false
    this.#connectedAt ??= now
    const gapMs = this.#lastForwardedAt === null ? 0 : now - this.#lastForwardedAt
    this.#lastForwardedAt = now
    this.#reachedAt = now
    if (gapMs > 0 && gapMs <= chargeableGapMsMax) {
      const unpaidMs = Math.max(0, this.#reachedMs + gapMs - this.#fundedMs)
      this.#reachedMs += gapMs - unpaidMs
      this.#reachedAt -= unpaidMs
    }
    if (this.#reachedMs < this.#fundedMs) return true
    this.#lastForwardedAt = null
    return false
  }

  /**
   * The payer gave a sign of life: what was forwarded up to now counts for good, unless he was silent for too long.
   * True once each time the paid time is used up by it.
   * @param isRarelyHeard he only receives sound, and may be silent for longer
   */
  hear(now: number, isRarelyHeard = false): boolean {
    if (!isRarelyHeard && now - this.#lastHeardAt > confirmingGapMsMax) this.#settleUnconfirmed()
    this.#lastHeardAt = now
    this.#hasSign ||= this.isConnected
    this.#committedMs = this.#reachedMs
    if (this.#committedMs < this.#fundedMs || this.#hasReportedExhaustion) return false
    this.#hasReportedExhaustion = true
    return true
  }

  /** A side is away since `since`, which may lie back: its last sign of life. Unconfirmed time is dropped. */
  lose(role: MediaRole, since: number, now: number): void {
    if (this.#isAway[role]) return
    this.#settleAbsence(now)
    this.#isAway[role] = true
    this.#lastForwardedAt = null
    // Time that is charged although nobody confirmed it is no absence.
    const isDropped = role === 'payer' && this.#settleUnconfirmed()
    const lastSign = isDropped ? this.#lastHeardAt : this.#reachedAt
    this.#runAbsence(Math.min(now, Math.max(since, lastSign)), now)
  }

  comeBack(role: MediaRole, now: number): void {
    if (!this.#isAway[role]) return
    this.#settleAbsence(now)
    this.#isAway[role] = false
    this.#lastForwardedAt = null
    this.#runAbsence(now, now)
  }

  /** Raises the paid time; it never falls. */
  extend(fundedMs: number): void {
    if (fundedMs <= this.#fundedMs) return
    this.#fundedMs = fundedMs
    this.#hasReportedExhaustion = false
  }

  /** Stops the clock; what isn't confirmed by now is settled. */
  close(now: number): MediaReading {
    if (this.#closedAt === null) this.#settleUnconfirmed()
    this.#closedAt ??= now
    return this.reading(now)
  }

  /** Whole milliseconds. */
  reading(now: number): MediaReading {
    const at = this.#closedAt ?? now
    const connectedMs = this.#connectedAt === null ? 0 : at - this.#connectedAt
    return {
      connectedMs: Math.floor(this.#carried.connectedMs + connectedMs),
      chargedMs: Math.floor(this.#committedMs),
      payerLostMs: Math.floor(this.#lostMs.payer + this.#runningMs('payer', at)),
      broadcasterLostMs: Math.floor(this.#lostMs.broadcaster + this.#runningMs('broadcaster', at)),
    }
  }

  /** Drops what the payer never confirmed, as far as a call may; the rest counts. True when nothing of it counts. */
  #settleUnconfirmed(): boolean {
    const unconfirmedMs = this.#reachedMs - this.#committedMs
    const droppedMs = this.#hasSign ? Math.min(unconfirmedMs, droppedMsMax - this.#droppedMs) : 0
    this.#droppedMs += droppedMs
    this.#reachedMs -= droppedMs
    this.#committedMs = this.#reachedMs
    return droppedMs === unconfirmedMs
  }

  /** The payer's absence hides the broadcaster's: without a payer nobody waits for her. */
  #runAbsence(since: number, now: number): void {
    const role = this.#isAway.payer ? 'payer' : this.#isAway.broadcaster ? 'broadcaster' : null
    if (role !== null && this.#connectedAt !== null) {
      this.#awaySince[role] = Math.min(now, Math.max(since, this.#connectedAt, this.#accountedUntil))
    }
  }

  #settleAbsence(now: number): void {
    for (const role of ['payer', 'broadcaster'] as const) {
      if (this.#awaySince[role] === null) continue
      this.#lostMs[role] += this.#runningMs(role, now)
      this.#awaySince[role] = null
      this.#accountedUntil = now
    }
  }

  #runningMs(role: MediaRole, at: number): number {
    const since = this.#awaySince[role]
    return since === null ? 0 : Math.max(0, at - since)
  }
}
