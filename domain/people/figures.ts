import type { EndReason } from '#contract/calls/calls.ts'

/** How long after the approval a broadcaster counts as new on the home screen. */
export const newcomerDays = 14

/** Cards that home shows of the people on standby before more are asked for, and of newcomers. */
export const homeStandbyShown = 12
/** People on standby whom home shows when more are asked for. */
export const homeStandbyMax = 60
export const homeNewcomersShown = 8

/** With fewer reviews a rating is too uncertain for the ranking. */
export const rankingReviewsMin = 5

/** How many days the ranking by new favourites looks back. */
export const popularDays = 7
/** How often the ranking is made. */
export const rankingEveryMs = 10 * 60_000

/** product.md 3.19: 応答率 is hidden under 10 rings. */
const answerRateRingsMin = 10
/** A dialler who cancels sooner most likely mistapped; the broadcaster had no chance to answer. */
const mistapMs = 3_000

/** A ring to a broadcaster, as far as 応答率 needs it. */
export interface RingOutcome {
  wasAnswered: boolean
  /** Null while it rings or runs. */
  endReason: EndReason | null
  /** How long it rang, where nobody answered. */
  rangMs: number
}

/**
 * What a ring counts as (product.md 3.19). A decline is an answer of its own and counts as neither; so does a ring
 * that couldn't be answered: a mistap, a busy broadcaster, a failure of ours.
 */
export const ringCountsAs = ({
  wasAnswered,
  endReason,
  rangMs,
}: RingOutcome): 'answered' | 'unanswered' | null => {
  if (wasAnswered) return 'answered'
  if (endReason === 'missed') return 'unanswered'
  return endReason === 'cancelled' && rangMs >= mistapMs ? 'unanswered' : null
}

/** 応答率 in whole percent: answered rings of those that count; null while there are too few. */
export const answerRatePercent = (rings: readonly (RingOutcome & { count: number })[]): number | null => {
  const sum = (as: 'answered' | 'unanswered') =>
    rings.reduce((total, ring) => total + (ringCountsAs(ring) === as ? ring.count : 0), 0)
  const answered = sum('answered')
  const counted = answered + sum('unanswered')
  return counted < answerRateRingsMin ? null : Math.round((answered / counted) * 100)
}

/** product.md 3.23: of so few callers the figures could tell who called. */
const figuresCallersMin = 5

export interface CallTally {
  /** Calls of a minute and more. */
  calls: number
  callers: number
  /** Callers with two calls and more. */
  repeatCallers: number
}

/** 通話回数 and リピーター as a profile shows them; null where fewer than five callers are behind a figure. */
export const shownCallFigures = ({
  calls,
  callers,
  repeatCallers,
}: CallTally): { calls: number | null; repeatCallers: number | null } => ({
  calls: callers < figuresCallersMin ? null : calls,
  repeatCallers: repeatCallers < figuresCallersMin ? null : repeatCallers,
})

/**
 * How a profile shows a reviewer: region and age band, such as 東京・30代, of which either may be missing; empty
 * without both. `age` comes from the birth date, and is null where that isn't stated or the age is hidden. Stored with
 * the review, it doesn't change later.
 */
export const authorLabel = (author: { region: string | null; age: number | null }): string =>
  [author.region, author.age === null ? null : `${Math.floor(author.age / 10) * 10}代`]
    .filter(Boolean)
    .join('・')
