import { incrementMs, incrementsPerMinute } from '#contract/points/points.ts'

/**
 * Increments used after `chargedMs` of charged time, cumulative over the call: an increment that has begun
 * counts whole.
 */
export function incrementsUsed(chargedMs: number): number {
  return Math.ceil(chargedMs / incrementMs)
}

/** Price of one increment in points. Rates are multiples of 10, so it is whole. */
export function incrementPoints(ratePointsPerMin: number): number {
  return ratePointsPerMin / incrementsPerMinute
}

/** The charged time that this many increments pay for, in milliseconds. */
export function fundedMs(increments: number): number {
  return increments * incrementMs
}
