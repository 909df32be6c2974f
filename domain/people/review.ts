import { reviewTextMax, reviewTextMin } from '../../contract/people.ts'
import { type Refusal, refuse } from '../../contract/refusal.ts'

/** A review as it is stored: spaces around the text are no text. */
export const reviewText = (written: string): string => written.trim()

/** Characters as the database counts them, so that the form, the server and the table agree. */
export const reviewTextLength = (written: string): number => [...reviewText(written)].length

/** Specification 5: an empty text is allowed, one of 1 to 9 characters is not. */
export const reviewTextProblem = (written: string): 'reviewTooShort' | 'reviewTooLong' | null => {
  const length = reviewTextLength(written)
  if (length > 0 && length < reviewTextMin) return 'reviewTooShort'
  if (length > reviewTextMax) return 'reviewTooLong'
  return null
}

export interface ReviewAttempt {
  authorRole: 'caller' | 'broadcaster' | 'operator'
  /** The body's token and user id are those of the session. */
  isOwn: boolean
  description: string
  /** The newest unreviewed call of 60 s or more with her; null without one. */
  callId: string | null
}

/** product.md 3, Reviews: only callers review. Precedence: who asks, what he wrote, what it is about. */
export const decideReview = (
  attempt: ReviewAttempt,
):
  | { callId: string; description: string }
  | Refusal<'forbidden' | 'reviewTooShort' | 'reviewTooLong' | 'reviewNotAllowed'> => {
  if (!attempt.isOwn || attempt.authorRole !== 'caller') return refuse('forbidden')
  const problem = reviewTextProblem(attempt.description)
  if (problem) return refuse(problem)
  if (!attempt.callId) return refuse('reviewNotAllowed')
  return { callId: attempt.callId, description: reviewText(attempt.description) }
}
