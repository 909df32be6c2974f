import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { ReviewPart } from '#contract/reviews/reviews.ts'
import type { Tx } from '#server/db/database.ts'
import { reviewStatus } from '../queries.ts'

interface ReviewHiding {
  reviewId: string
  part: ReviewPart
  isHidden: boolean
}

/**
 * An operator hides a review or its answer, or shows it again; triggers update the broadcaster's totals.
 * Doing it twice changes nothing. Refuses: notFound.
 *
 * @returns whether it was hidden before
 */
export const hideReview = async (
  tx: Tx,
  { reviewId, part, isHidden }: ReviewHiding,
): Promise<boolean | Refusal<'notFound'>> => {
  const visibility = (await reviewStatus(tx, reviewId))[part]
  if (visibility === 'gone' || visibility === 'none') return refuse('notFound')
  const hiddenAt = isHidden ? sql`coalesce(hidden_at, now())` : sql`NULL`
  await (part === 'review'
    ? sql`UPDATE review SET hidden_at = ${hiddenAt} WHERE id = ${reviewId}`
    : sql`UPDATE review_answer SET hidden_at = ${hiddenAt} WHERE review_id = ${reviewId}`
  ).execute(tx)
  return visibility === 'hidden'
}
