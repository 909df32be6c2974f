import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

/** Nobody gets through so many steps of a purchase; the app brings a transaction again less often by far. */
const requestsPerMinuteMax = 60

/** For requests on the way to a purchase that write or check something each time; keys are `what:memberId`. */
export const createPurchaseRequestLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: requestsPerMinuteMax, windowMs: 60_000, now })
