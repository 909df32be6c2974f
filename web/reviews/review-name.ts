import type { AnsweredReview } from '#contract/reviews/reviews.ts'

/** 東京・30代のレビュー; the author may have given neither. */
export const reviewName = ({ authorLabel }: Pick<AnsweredReview, 'authorLabel'>): string =>
  authorLabel === '' ? 'レビュー' : `${authorLabel}のレビュー`
