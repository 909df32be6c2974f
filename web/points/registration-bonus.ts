import { incrementMs, incrementsPerMinute } from '#contract/points/points.ts'

/** product.md 6: the points of a registration; shown while the balance is unknown. */
export const registrationBonusPoints = 300

/** Seconds of talk that `points` pay at `ratePointsPerMin`, in whole increments. */
export const secondsFor = (points: number, ratePointsPerMin: number): number =>
  Math.floor(points / (ratePointsPerMin / incrementsPerMinute)) * (incrementMs / 1000)
