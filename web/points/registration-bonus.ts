import { incrementMs, incrementsPerMinute } from '#contract/points/points.ts'

/** product.md 6: what a registration gives; told to those whose balance isn't known. */
export const registrationBonusPoints = 300

/** Seconds of talk that `points` pay at `ratePointsPerMin`, in whole increments. */
export const secondsFor = (points: number, ratePointsPerMin: number): number =>
  Math.floor(points / (ratePointsPerMin / incrementsPerMinute)) * (incrementMs / 1000)
