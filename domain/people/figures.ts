/** How long after the approval a broadcaster counts as new on the home screen. */
export const newcomerDays = 14

/** Cards that home shows of the people on standby before more are asked for, and of newcomers. */
export const homeStandbyShown = 12
export const homeNewcomersShown = 8

/** With fewer reviews a rating is too uncertain for the ranking. */
export const rankingReviewsMin = 5

/** How many days the ranking by new favourites looks back. */
export const popularDays = 7
/** How often the ranking is made. */
export const rankingEveryMs = 10 * 60_000

/** product.md 3.19: 応答率 is hidden under 10 rings. */
const answerRateRingsMin = 10

/** 応答率 in whole percent; null while there are too few rings. */
export const answerRatePercent = (tally: { answered: number; rings: number }): number | null =>
  tally.rings < answerRateRingsMin ? null : Math.round((tally.answered / tally.rings) * 100)

/**
 * How a profile shows a reviewer: region and age band, such as 東京・30代; the region alone if the reviewer hides
 * the age. Stored with the review, it doesn't change later.
 */
export const authorLabel = (author: { region: string; age: number; isAgeShown: boolean }): string =>
  author.isAgeShown ? `${author.region}・${Math.floor(author.age / 10) * 10}代` : author.region
