import type { incrementMs, incrementsPerMinute } from '../../contract/points.ts'

/** product.md 3: charged by increments of 6 s. The types hold these to the contract's values. */
export const INCREMENT_MS: typeof incrementMs = 6_000
export const INCREMENTS_PER_MINUTE: typeof incrementsPerMinute = 10

/** Increments used after `chargedMs` of chargeable time, cumulative over the call: one begun counts whole. */
export function incrementsUsed(chargedMs: number): number {
  return Math.ceil(chargedMs / INCREMENT_MS)
}

/** Price of one increment in points. Rates are multiples of 10, so it is whole. */
export function incrementPoints(ratePointsPerMin: number): number {
  return ratePointsPerMin / INCREMENTS_PER_MINUTE
}

/** Chargeable milliseconds that so many increments pay for. */
export function fundedMs(increments: number): number {
  return increments * INCREMENT_MS
}
