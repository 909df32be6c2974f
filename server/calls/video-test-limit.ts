import { createRateLimit, type RateLimit } from '../http/rate-limit.ts'

/** Somebody who mends his network tries again and again; each try takes a place that others may want. */
const testsPerTenMinutesMax = 20
/** One after the other without an end, the rooms of two members who swap their tokens would carry free calls. */
const testsPerDayMax = 40

export const createVideoTestLimit = ({ now }: { now: () => number }): RateLimit => {
  const inTenMinutes = createRateLimit({ max: testsPerTenMinutesMax, windowMs: 600_000, now })
  const inDay = createRateLimit({ max: testsPerDayMax, windowMs: 86_400_000, now })
  return { admits: (memberId) => inTenMinutes.admits(memberId) && inDay.admits(memberId) }
}
