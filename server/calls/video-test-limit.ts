import { createRateLimit, type RateLimit } from '../http/rate-limit.ts'

/** Somebody who mends his network tries again and again; each try takes a place that others may want. */
const testsPerTenMinutesMax = 20

export const createVideoTestLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: testsPerTenMinutesMax, windowMs: 600_000, now })
