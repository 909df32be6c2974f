import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { reviewAnswerMax } from '#contract/reviews/reviews.ts'
import { isLongerThan, publicText } from '#domain/text/written.ts'

/**
 * The broadcaster's one answer to a review, 1 to 300 characters, as it is stored. Refuses, in this order:
 * reviewAnswered, reviewAnswerEmpty, reviewAnswerTooLong.
 *
 * @param isAnswered there is an answer, also one that was hidden
 */
export const decideAnswer = (
  isAnswered: boolean,
  written: string,
): string | Refusal<'reviewAnswered' | 'reviewAnswerEmpty' | 'reviewAnswerTooLong'> => {
  if (isAnswered) return refuse('reviewAnswered')
  const text = publicText(written)
  if (text === '') return refuse('reviewAnswerEmpty')
  return isLongerThan(text, reviewAnswerMax) ? refuse('reviewAnswerTooLong') : text
}
