import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

/** A search reads the table of all broadcasters. Many visitors may share a network, such as a carrier's. */
const searchesPerMinuteMax = 120

/** For visitors; keys are networks. Members are known and not limited. */
export const createVisitorSearchLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: searchesPerMinuteMax, windowMs: 60_000, now })
