import { middleOfNtp, type ReportBlock, type SenderReport } from './rtcp.ts'

/** Assumed until a report gives a measurement; browsers assume the same. */
const usualMs = 100
/** A receiver's word bounds nothing: with less every doubled packet would be answered twice, with more too late. */
const leastMs = 20
const mostMs = 500
/** A browser reports at least every few seconds, and a publisher's reports are passed on at most every 50 ms. */
const keptMax = 32
const newestShare = 1 / 8

/**
 * How long a packet to a receiver and its answer take, from the reports that are sent to it and the ones that come
 * back (RFC 3550, 6.4.1). Pure; instants are milliseconds.
 */
export class RoundTrip {
  /** When a sender report was sent, by the part of its time that a receiver repeats. */
  readonly #sentAt = new Map<number, number>()
  #averageMs: number | null = null

  /** Within bounds that a resent packet needs. */
  get ms(): number {
    return Math.min(mostMs, Math.max(leastMs, this.#averageMs ?? usualMs))
  }

  recordSent(report: SenderReport, now: number): void {
    const name = middleOfNtp(report)
    this.#sentAt.delete(name)
    this.#sentAt.set(name, now)
    const [oldest] = this.#sentAt.keys()
    if (this.#sentAt.size > keptMax && oldest !== undefined) this.#sentAt.delete(oldest)
  }

  recordReport({ lastSenderReport, delaySinceSenderReport }: ReportBlock, now: number): void {
    const sentAt = this.#sentAt.get(lastSenderReport)
    if (sentAt === undefined) return
    const ms = now - sentAt - (delaySinceSenderReport / 65_536) * 1_000
    // Clocks have a resolution; anything else below zero is no measurement.
    if (ms < -leastMs) return
    this.#averageMs = this.#averageMs === null ? ms : this.#averageMs + (ms - this.#averageMs) * newestShare
  }
}
