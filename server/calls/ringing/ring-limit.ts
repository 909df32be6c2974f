import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

/** Nobody taps a call button more often; refused and repeated requests count as well. */
const ringsPerMinuteMax = 20

export const createRingLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: ringsPerMinuteMax, windowMs: 60_000, now })
