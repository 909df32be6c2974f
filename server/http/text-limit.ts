import { createRateLimit, type RateLimit } from './rate-limit.ts'

/** Twice what may be sent as messages (domain/chat/limits.ts), so that refused ones leave room to try again. */
const triesPerMinuteMax = 120

/** For what members write, whatever becomes of it: a refused text costs as much as a sent one. Keys are member ids. */
export const createTextLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: triesPerMinuteMax, windowMs: 60_000, now })
