import { incrementMs, incrementsPerMinute } from '#contract/points/points.ts'

/** Increments used after `chargedMs` of chargeable time, cumulative over the call: one begun counts whole. */
export function incrementsUsed(chargedMs: number): number {
  return Math.ceil(chargedMs / incrementMs)
}

/** Price of one increment in points. Rates are multiples of 10, so it is whole. */
export function incrementPoints(ratePointsPerMin: number): number {
  return ratePointsPerMin / incrementsPerMinute
}

/** Chargeable milliseconds that so many increments pay for. */
export function fundedMs(increments: number): number {
  return increments * incrementMs
}
