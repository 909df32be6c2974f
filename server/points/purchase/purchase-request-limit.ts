import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

/** No member takes so many steps of a purchase; the app sends a transaction again far less often. */
const requestsPerMinuteMax = 60

/** For requests before a purchase that write or check something each time; keys are `what:memberId`. */
export const createPurchaseRequestLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: requestsPerMinuteMax, windowMs: 60_000, now })
