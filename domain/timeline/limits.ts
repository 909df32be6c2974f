import { type Refusal, refuse } from '#contract/core/refusal.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface Rate {
  windowMs: number
  max: number
}

/** Posts of one member, scheduled ones by when they were written. */
const postRates: Record<'caller' | 'broadcaster', readonly Rate[]> = {
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
const commentRates: readonly Rate[] = [
  { windowMs: minuteMs, max: 10 },
  { windowMs: hourMs, max: 100 },
]

/** How far back a decision looks, in milliseconds. */
export const postsKnownMs = dayMs
export const commentsKnownMs = hourMs

const decide = (
  rates: readonly Rate[],
  writtenAtMs: readonly number[],
  nowMs: number,
): null | Refusal<'timelineTooOften'> =>
  rates.some(({ windowMs, max }) => writtenAtMs.filter((at) => at > nowMs - windowMs).length >= max)
    ? refuse('timelineTooOften')
    : null

/** Whether one more post may be written now; deleted posts count. */
export const decidePostPace = (role: string, writtenAtMs: readonly number[], nowMs: number) =>
  decide(postRates[role === 'broadcaster' ? 'broadcaster' : 'caller'], writtenAtMs, nowMs)

/** Whether one more comment may be written now; deleted comments count. */
export const decideCommentPace = (writtenAtMs: readonly number[], nowMs: number) =>
  decide(commentRates, writtenAtMs, nowMs)
