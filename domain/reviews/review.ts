import type { Role } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { reviewTextMax, reviewTextMin } from '#contract/people/people.ts'
import { publicText } from '#domain/text/written.ts'

/** A review as it is stored, trimmed. */
const reviewText = publicText

/** Characters as the database counts them, so that the form, the server and the table agree. */
const lengthOf = (text: string): number => [...text].length

const isTooShort = (length: number): boolean => length > 0 && length < reviewTextMin

/** Specification 5: an empty text is allowed, one of 1 to 9 characters isn't, with its spaces or without. */
export const reviewTextProblem = (written: string): 'reviewTooShort' | 'reviewTooLong' | null => {
  const length = lengthOf(reviewText(written))
  if (isTooShort(length) || isTooShort(lengthOf(written))) return 'reviewTooShort'
  if (length > reviewTextMax) return 'reviewTooLong'
  return null
}

interface ReviewAttempt {
  authorRole: Role
  /** The body's token and user id are those of the session. */
  isOwn: boolean
  description: string
  /** The newest unreviewed call of 60 s or more with the broadcaster; null without one. */
  callId: string | null
}

/** product.md 3.20: only callers review. The order of the checks: the author, the text, the call. */
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
