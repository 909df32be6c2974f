import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

/**
 * A login form requests one challenge when it opens and one for each tap, and a mobile carrier shares one
 * address among many; a challenge costs one row that lives for five minutes.
 */
const challengesPerWindowMax = 120
const windowMs = 10 * 60_000

/** Keys are the network of a visitor, or the member. */
export const createPasskeyChallengeLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: challengesPerWindowMax, windowMs, now })
