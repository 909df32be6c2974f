import type { ReportBlock } from './rtcp.ts'

const windowMs = 900

/** What a report says about loss. */
export type LossReport = Omit<ReportBlock, 'lastSenderReport' | 'delaySinceSenderReport'>

/**
 * How much of what is sent to a receiver gets lost, from its reports. Over windows of about a second: a browser that
 * misses packets reports several times a second, and a single packet is then a quarter of what a report covers.
 */
export class LossWindow {
  #begin: { block: LossReport; at: number } | null = null
  #fraction = 0
  #reportedAt = Number.NEGATIVE_INFINITY

  record(block: LossReport, now: number): void {
    this.#reportedAt = now
    if (!this.#begin) this.#fraction = block.fractionLost
    else if (now - this.#begin.at < windowMs) return
    else this.#fraction = lossBetween(this.#begin.block, block)
    this.#begin = { block, at: now }
  }

  /** Lost in the newest whole window, 0 to 1; null when the newest report is older than `freshMs`. */
  read(now: number, freshMs: number): number | null {
    return now - this.#reportedAt < freshMs ? this.#fraction : null
  }
}

/** A receiver that restarted counts from zero: then its own figure says more. */
const lossBetween = (before: LossReport, after: LossReport): number => {
  const expected = (after.highestSequence - before.highestSequence) | 0
  const lost = after.cumulativeLost - before.cumulativeLost
  if (expected < 0) return after.fractionLost
  return expected === 0 ? 0 : Math.min(1, Math.max(0, lost / expected))
}
