/** How long a broadcaster counts as new on the home screen, from her approval. */
export const newcomerDays = 14

/** Under this many reviews a rating says too little for the ranking. */
export const rankingReviewsMin = 5

/** How far back the ranking by new favourites looks. */
export const popularDays = 7
/** How often it is made. */
export const rankingEveryMs = 10 * 60_000

/** product.md 3: 応答率 is hidden under 10 rings. */
export const answerRateRingsMin = 10

/** 応答率 in whole percent; null while there are too few rings to say. */
export const answerRatePercent = (tally: { answered: number; rings: number }): number | null =>
  tally.rings < answerRateRingsMin ? null : Math.round((tally.answered / tally.rings) * 100)

/**
 * How a reviewer stands on a profile: region and age band, such as 東京・30代; the region alone for one who shows no age.
 * Written with the review, it stays as it was then.
 */
export const authorLabel = (author: { region: string; age: number; isAgeShown: boolean }): string =>
  author.isAgeShown ? `${author.region}・${Math.floor(author.age / 10) * 10}代` : author.region
