import type { MediaReading, MediaRole, MediaSeatSpec } from '../../port.ts'

/** A longer silence between two packets of the broadcaster is no media, and is not charged at all. */
export const chargeableGapMsMax = 1_000

/** After a longer silence of the payer a sign of life says nothing about what was sent meanwhile; a report does. */
export const signGapMsMax = 3_000

/**
 * RFC 3550 (6.2, 6.3.1) has a receiver report every 2.5 to 7.5 s. A payer who gives other signs of life for longer
 * than this without a report withholds the reports, and is charged for what was sent.
 */
export const reportOverdueMs = 8_000

/** The receiver may see its connection open so much later than the server, and reports from then on. */
const openingMsMax = 1_000

/** So long after the last settlement the payer's connection counts as dead: two longest intervals of reports. */
export const unsettledMsMax = 17_000

/**
 * The clock that a call is charged by. Pure: all instants are arguments, in milliseconds of one monotonic clock.
 *
 * Time between the broadcaster's packets that were forwarded to the payer is *sent*. The payer's reports, which say
 * what arrived, *settle* it as charged or as unproven. Between two reports, the payer's other signs of life confirm
 * what was sent before them; that time is *signed*, and charged when no further report comes. The rest was never
 * confirmed: it is unproven and free, and each call has a limit for it (`unprovenMsMax`).
 *
 * A free look at the beginning is counted apart, whatever it carries and whether or not it arrives, so that nothing a
 * payer does or leaves out makes it longer.
 */
export class Meter {
  readonly #carried: MediaReading
  readonly #unprovenMsMax: number
  #fundedMs: number
  /** Positions in the chargeable time sent since the room was opened: settled ≤ signed ≤ sent. */
  #sentMs = 0
  #signedMs = 0
  #settledMs = 0
  /** Of the settled time. Each is a sum of its own: their difference from the whole would fall by rounding. */
  #settledChargedMs = 0
  #unprovenMs = 0
  /** Of the free look, over the seat. */
  readonly #freeMsMax: number
  #freeMs: number
  #mediaBytes = 0
  #lastForwardedAt: number | null = null
  /** The last instant that was forwarded to the payer, also when the paid time ended there. */
  #reachedAt = Number.NEGATIVE_INFINITY
  #connectedAt: number | null = null
  #closedAt: number | null = null
  #lastSignAt = Number.NEGATIVE_INFINITY
  /** Since when the payer has given signs of life without a long pause and without a report. */
  #unreportedSince: number | null = null
  /** Signs of life don't confirm what is sent: only a report that has caught up ends this. */
  #isDoubtful = false
  /** The last settlement, or the first packet after everything was settled. */
  #settledAt = Number.NEGATIVE_INFINITY
  #hasReportedExhaustion = false
  /** Since when each side's absence runs; a side that is away while the payer is away too has no clock running. */
  #awaySince: Record<MediaRole, number | null> = { payer: null, broadcaster: null }
  #isAway: Record<MediaRole, boolean> = { payer: false, broadcaster: false }
  #lostMs: Record<MediaRole, number>
  /** Absence up to here is accounted; no instant counts for two sides. */
  #accountedUntil = Number.NEGATIVE_INFINITY

  constructor({ fundedMs, freeMs = 0, unprovenMsMax, carried }: MeterSpec) {
    this.#carried = carried
    this.#fundedMs = fundedMs
    this.#unprovenMsMax = unprovenMsMax
    this.#freeMsMax = freeMs
    this.#freeMs = carried.freeMs
    this.#lostMs = { payer: carried.payerLostMs, broadcaster: carried.broadcasterLostMs }
  }

  /** False while the paid time is used up or a side is away, and for good once too much of the call is unproven. */
  get mayForward(): boolean {
    const isSomebodyAway = this.#isAway.payer || this.#isAway.broadcaster
    return this.#closedAt === null && !isSomebodyAway && !this.isUnprovenSpent && this.#mayGoOn
  }

  get isConnected(): boolean {
    return this.#connectedAt !== null
  }

  /** Position of the last packet in the chargeable time sent. */
  get sentMs(): number {
    return this.#sentMs
  }

  /** As much of the call is unproven as may be. */
  get isUnprovenSpent(): boolean {
    return this.#unprovenMs >= this.#unprovenMsMax
  }

  /**
   * The broadcaster's next packet is about to go to the payer. False when it must not: the time up to it is not
   * paid for. The time that is paid for counts nevertheless, to the millisecond.
   *
   * @param isLive the packets up to this one are media in real time, so that the time since the last one is chargeable
   */
  forward(now: number, { isLive = true, bytes = 0 } = {}): boolean {
    if (!this.mayForward) return false
    this.#connectedAt ??= now
    const sinceMs = this.#lastForwardedAt === null ? 0 : now - this.#lastForwardedAt
    const gapMs = sinceMs <= chargeableGapMsMax ? this.#meteredPartOf(sinceMs) : 0
    this.#lastForwardedAt = now
    this.#reachedAt = now
    if (isLive && gapMs > 0) {
      const unpaidMs = Math.max(0, this.reachedMs + gapMs - this.#fundedMs)
      if (this.#sentMs === this.#settledMs) this.#settledAt = now
      this.#sentMs += gapMs - unpaidMs
      this.#reachedAt -= unpaidMs
    }
    if (this.#mayGoOn) {
      this.#mediaBytes += bytes
      return true
    }
    this.#lastForwardedAt = null
    return false
  }

  /**
   * True once each time the paid time is used up; for a free look, which nothing has to confirm. The free look may have
   * ended with the process before, which could not say so any more.
   */
  consumeExhaustion(): boolean {
    const hasBegun = this.#connectedAt !== null || this.#carried.connectedMs > 0
    return hasBegun && this.#exhaustion()
  }

  /** The payer gave a sign of life. True once each time the paid time is used up by it. */
  signOfLife(now: number): boolean {
    if (now - this.#lastSignAt > signGapMsMax) {
      this.#isDoubtful = this.#sentMs > this.#signedMs
      this.#unreportedSince = now
    }
    this.#lastSignAt = now
    if (!this.#isDoubtful) this.#signedMs = this.#sentMs
    const isOverdue = this.#unreportedSince !== null && now - this.#unreportedSince > reportOverdueMs
    if (isOverdue) {
      this.#isDoubtful = false
      this.#signedMs = this.#sentMs
    }
    // Nothing more is sent, so that there is nothing to wait for.
    const isAllSigned = !this.#isFunded && this.#signedMs === this.#sentMs
    if (isOverdue || isAllSigned) this.#settle(this.#sentMs, 1, now)
    return this.#exhaustion()
  }

  /**
   * The first packet goes to a connection, which may have replaced another one. Its reports are due from now on; the other
   * one's don't come any more.
   */
  beginConnection(now: number): void {
    if (this.#unreportedSince !== null) this.#unreportedSince = now + openingMsMax
  }

  /**
   * The payer's connection has given place to another one. What the payer hasn't confirmed until now is unproven, however
   * short the pause was: signs of life that follow say nothing about the connection before.
   */
  replaceConnection(now: number): void {
    this.#settleAll(now)
  }

  /** A report of the payer says what arrived. True once each time the paid time is used up by it. */
  report({ beginsMs, provenMs: saidMs, arrivedShare, isCaughtUp }: Proof, now: number): boolean {
    const provenMs = Math.min(saidMs, this.#sentMs)
    this.#settleBefore(Math.min(beginsMs, provenMs), now)
    this.#unreportedSince = now
    this.#isDoubtful = !isCaughtUp
    if (arrivedShare !== null) this.#settle(provenMs, arrivedShare, now)
    // What signs of life said of the time after it is void when it should have arrived by now.
    const isVoid = this.#isDoubtful && this.#signedMs > provenMs
    this.#signedMs = Math.max(this.#settledMs, isVoid ? provenMs : Math.max(this.#signedMs, provenMs))
    return this.#exhaustion()
  }

  /** What was sent has waited too long for a confirmation: the payer's connection carries nothing. */
  isOverdue(now: number): boolean {
    const unsettledMs = this.#sentMs - this.#settledMs
    return unsettledMs > unsettledMsMax || (unsettledMs > 0 && now - this.#settledAt > unsettledMsMax)
  }

  /** A side is away since `since`, its last sign of life, which may lie back. Unconfirmed time becomes unproven. */
  lose(role: MediaRole, since: number, now: number): void {
    if (this.#isAway[role]) return
    this.#settleAbsence(now)
    this.#isAway[role] = true
    this.#lastForwardedAt = null
    const isUnproven = role === 'payer' && this.#settleAll(now) > 0
    const lastSign = isUnproven ? this.#lastSignAt : this.#reachedAt
    this.#runAbsence(Math.min(now, Math.max(since, lastSign)), now)
  }

  comeBack(role: MediaRole, now: number): void {
    if (!this.#isAway[role]) return
    this.#settleAbsence(now)
    this.#isAway[role] = false
    this.#lastForwardedAt = null
    this.#runAbsence(now, now)
  }

  /** Raises the paid time; a lower figure changes nothing. */
  extend(fundedMs: number): void {
    if (fundedMs <= this.#fundedMs) return
    this.#fundedMs = fundedMs
    this.#hasReportedExhaustion = false
  }

  /** Lowers the paid time; a higher figure changes nothing. When it is used up, the next report of the payer says so. */
  limit(fundedMs: number): void {
    this.#fundedMs = Math.min(this.#fundedMs, fundedMs)
  }

  /** Stops the clock and settles everything. */
  close(now: number): MediaReading {
    if (this.#closedAt === null) this.#settleAll(now)
    this.#closedAt ??= now
    return this.reading(now)
  }

  /** Whole milliseconds. */
  reading(now: number): MediaReading {
    const at = this.#closedAt ?? now
    return {
      connectedMs: Math.floor(this.connectedMsAt(at)),
      chargedMs: Math.floor(this.#chargedMs),
      freeMs: Math.floor(this.#freeMs),
      pendingMs: Math.floor(this.#signedMs - this.#settledMs),
      payerLostMs: Math.floor(this.#lostMs.payer + this.#runningMs('payer', at)),
      broadcasterLostMs: Math.floor(this.#lostMs.broadcaster + this.#runningMs('broadcaster', at)),
      unprovenMs: Math.floor(this.#carried.unprovenMs + this.#unprovenMs),
      mediaBytes: this.#carried.mediaBytes + this.#mediaBytes,
      segments: this.#carried.segments,
      decidedIncrements: this.#carried.decidedIncrements,
    }
  }

  /** Time since the broadcaster's media first reached the payer. */
  connectedMsAt(now: number): number {
    return this.#carried.connectedMs + (this.#connectedAt === null ? 0 : now - this.#connectedAt)
  }

  get #chargedMs(): number {
    return this.#carried.chargedMs + this.#settledChargedMs
  }

  /** Charged if all that was sent turns out to have arrived. */
  get reachedMs(): number {
    return this.#chargedMs + (this.#sentMs - this.#settledMs)
  }

  get #isFunded(): boolean {
    return this.reachedMs < this.#fundedMs
  }

  get #mayGoOn(): boolean {
    return this.#freeMs < this.#freeMsMax || this.#isFunded
  }

  /** What the free look leaves of a gap between two packets. */
  #meteredPartOf(gapMs: number): number {
    const freeMs = Math.min(gapMs, Math.max(0, this.#freeMsMax - this.#freeMs))
    this.#freeMs += freeMs
    return gapMs - freeMs
  }

  #settle(upTo: number, chargedShare: number, now: number): number {
    if (upTo <= this.#settledMs) return 0
    const unprovenMs = (upTo - this.#settledMs) * (1 - chargedShare)
    this.#settledChargedMs += (upTo - this.#settledMs) * chargedShare
    this.#unprovenMs += unprovenMs
    this.#settledMs = upTo
    this.#signedMs = Math.max(this.#signedMs, upTo)
    this.#settledAt = now
    return unprovenMs
  }

  /** Charges what signs of life confirmed. Returns the milliseconds that nothing confirmed. */
  #settleAll(now: number): number {
    this.#settle(this.#signedMs, 1, now)
    return this.#settle(this.#sentMs, 0, now)
  }

  /** What went to a connection that was replaced before it could confirm it: the next one's reports prove none of it. */
  #settleBefore(beginsMs: number, now: number): void {
    if (beginsMs <= this.#signedMs) return
    this.#settle(this.#signedMs, 1, now)
    this.#settle(beginsMs, 0, now)
  }

  #exhaustion(): boolean {
    if (this.#freeMs < this.#freeMsMax) return false
    if (this.#chargedMs < this.#fundedMs || this.#hasReportedExhaustion) return false
    this.#hasReportedExhaustion = true
    return true
  }

  /** The payer's absence hides the broadcaster's: while the payer is away, only the payer's absence counts. */
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

export type MeterSpec = Pick<MediaSeatSpec, 'fundedMs' | 'freeMs' | 'unprovenMsMax' | 'carried'>

/** What a receiver report says about the time sent (forwarded-log.ts). */
export interface Proof {
  /** Position in the time sent at which the reported connection began. */
  beginsMs: number
  /** Position in the time sent up to which packets arrived. */
  provenMs: number
  /** How much of the time since the last such share counts as arrived, 0 to 1; null when it is too early to say. */
  arrivedShare: number | null
  /** Nothing that was sent well before the report is missing at its end. */
  isCaughtUp: boolean
}
