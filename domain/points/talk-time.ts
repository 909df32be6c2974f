import { incrementMs, incrementsPerMinute } from '#contract/points/points.ts'

/** Seconds of talk that `points` pay at `ratePointsPerMin`, in whole increments. */
export const secondsFor = (points: number, ratePointsPerMin: number): number =>
  Math.floor(points / (ratePointsPerMin / incrementsPerMinute)) * (incrementMs / 1000)
