import { createRateLimit, type RateLimit } from '../http/rate-limit.ts'

/** Generous, because a household, an office or a mobile carrier shares one address. */
const requestsPerWindowMax = 20
const windowMs = 10 * 60_000

/** For what a visitor may ask that makes mail or work for a hash; keys are `what:network`. */
export const createAccountRequestLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: requestsPerWindowMax, windowMs, now })
