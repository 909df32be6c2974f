/**
 * How much of what was sent to a payer may stay without proof that it arrived, on one Japanese day, over all
 * calls and over the calls with one broadcaster. It is free: a payer whose network dies is never charged for
 * what did not arrive. A client can withhold its reports to imitate that, so a payer who has used it up
 * begins no further call on that day. A lost connection costs 8 s of it, and 17 s where the payer only
 * receives sound.
 */
export const unprovenPerDayMsMax = 120_000
export const unprovenOfPairPerDayMsMax = 60_000

/** Of a payer's calls today, without this one. */
export interface UnprovenToday {
  totalMs: number
  /** Of the calls with this broadcaster. */
  ofPairMs: number
}

/** How much of a call may be unproven; 0 when nothing may. */
export const unprovenMsLeft = ({ totalMs, ofPairMs }: UnprovenToday): number =>
  Math.max(0, Math.min(unprovenPerDayMsMax - totalMs, unprovenOfPairPerDayMsMax - ofPairMs))
