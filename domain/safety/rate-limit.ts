/** At most `max` actions within any `windowMs` milliseconds. */
export interface RateLimit {
  windowMs: number
  max: number
}

/**
 * Whether one of the limits is reached, so that one more action is refused now.
 * @param atMs when the earlier actions were, in any order, in milliseconds of the clock of `nowMs`
 */
export const isRateReached = (
  limits: readonly RateLimit[],
  atMs: readonly number[],
  nowMs: number,
): boolean => limits.some(({ windowMs, max }) => atMs.filter((at) => at > nowMs - windowMs).length >= max)
