import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isRateReached, type RateLimit } from '#domain/safety/rate-limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Posts of one member, scheduled ones by when they were written. */
const postLimits: Record<'caller' | 'broadcaster', readonly RateLimit[]> = {
  caller: [
    { windowMs: hourMs, max: 5 },
    { windowMs: dayMs, max: 15 },
  ],
  broadcaster: [
    { windowMs: hourMs, max: 10 },
    { windowMs: dayMs, max: 40 },
  ],
}

/** Comments of one member on all posts: a lively talk, and no flood. */
const commentLimits: readonly RateLimit[] = [
  { windowMs: minuteMs, max: 10 },
  { windowMs: hourMs, max: 100 },
]

/** How far back a decision looks, in milliseconds. */
export const postsWindowMs = dayMs
export const commentsWindowMs = hourMs

const decide = (
  limits: readonly RateLimit[],
  writtenAtMs: readonly number[],
  nowMs: number,
): null | Refusal<'timelineTooOften'> =>
  isRateReached(limits, writtenAtMs, nowMs) ? refuse('timelineTooOften') : null

/** Whether one more post may be written now; deleted posts count. */
export const decidePostPace = (role: string, writtenAtMs: readonly number[], nowMs: number) =>
  decide(postLimits[role === 'broadcaster' ? 'broadcaster' : 'caller'], writtenAtMs, nowMs)

/** Whether one more comment may be written now; deleted comments count. */
export const decideCommentPace = (writtenAtMs: readonly number[], nowMs: number) =>
  decide(commentLimits, writtenAtMs, nowMs)
