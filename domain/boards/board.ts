import { boardTextMax, boardTitleMax } from '#contract/boards/boards.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isRateReached, type RateLimit } from '#domain/safety/rate-limit.ts'
import { isLongerThan, isUnprintable, publicText } from '#domain/text/written.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** One member's threads. A board that one member fills is nobody else's. */
const threadLimits: readonly RateLimit[] = [
  { windowMs: 10 * minuteMs, max: 1 },
  { windowMs: dayMs, max: 5 },
]
/** One member's posts, first posts included. */
const postLimits: readonly RateLimit[] = [
  { windowMs: 10 * secondMs, max: 1 },
  { windowMs: hourMs, max: 60 },
]
/** One member's flags. A flood of them would hide what many want to read. */
const flagLimits: readonly RateLimit[] = [{ windowMs: dayMs, max: 30 }]

/** How far back the instants that these rules need reach, in milliseconds. */
export const boardLimitsWindowMs = dayMs
/** Threads that one member subscribes to at most. */
export const boardSubscriptionsMax = 100

export interface EarlierPosts {
  /** Instants in milliseconds, within `boardLimitsWindowMs`. */
  threads: readonly number[]
  posts: readonly number[]
}

/** Whether a member may open a thread, or answer, now. */
export const decidePace = (
  kind: 'thread' | 'answer',
  { threads, posts }: EarlierPosts,
  nowMs: number,
): null | Refusal<'boardTooOften'> =>
  (kind === 'thread' && isRateReached(threadLimits, threads, nowMs)) ||
  isRateReached(postLimits, posts, nowMs)
    ? refuse('boardTooOften')
    : null

/** @param flaggedAtMs instants within `boardLimitsWindowMs` */
export const decideFlag = (
  flaggedAtMs: readonly number[],
  nowMs: number,
): null | Refusal<'reportTooOften'> =>
  isRateReached(flagLimits, flaggedAtMs, nowMs) ? refuse('reportTooOften') : null

/** The text of a post as it is stored; refuses an empty one and one that is too long. */
export const readBoardText = (written: string): string | Refusal<'boardTextWrong'> => {
  const text = publicText(written)
  return text === '' || isUnprintable(written) || isLongerThan(text, boardTextMax)
    ? refuse('boardTextWrong')
    : text
}

/** The title of a thread as it is stored: one line. */
export const readBoardTitle = (written: string): string | Refusal<'boardTitleWrong'> => {
  const title = publicText(written).replaceAll(/\s+/gu, ' ')
  return title === '' || isUnprintable(written) || isLongerThan(title, boardTitleMax)
    ? refuse('boardTitleWrong')
    : title
}

const tokyoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })

/** What an author's mark is made of: the same within one thread and one Japanese day. */
export const markSource = (threadId: string, memberId: string, at: number): string =>
  `${threadId}:${memberId}:${tokyoDay.format(at)}`
