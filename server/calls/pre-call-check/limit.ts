import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

/** A member who repairs a network tries again and again; each try takes a slot that others may want. */
const testsPerTenMinutesMax = 10
/**
 * Two members who exchange their tokens can talk through their rooms, a minute a check. Nothing in the media
 * distinguishes them from one member whose two directions take different routes, so the time is bounded:
 * twenty minutes a day.
 */
const testsPerDayMax = 20

export const createVideoTestLimit = ({ now }: { now: () => number }): RateLimit => {
  const inTenMinutes = createRateLimit({ max: testsPerTenMinutesMax, windowMs: 600_000, now })
  const inDay = createRateLimit({ max: testsPerDayMax, windowMs: 86_400_000, now })
  return { admits: (memberId) => inTenMinutes.admits(memberId) && inDay.admits(memberId) }
}
