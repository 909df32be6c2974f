import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '../../../contract/refusal.ts'
import { decideReview } from '../../../domain/people/review.ts'
import type { Viewer } from '../../account/sessions.ts'
import { newestReviewableCall } from '../../calls/review-queries.ts'
import type { Context } from '../../context.ts'
import { isBlockedPair } from '../../safety/queries.ts'
import { isOwnToken } from '../token.ts'

export interface ReviewInput {
  target_user_id: string
  user_id: string
  score: number
  description: string
  token: string
}

/** Posts a caller's review of the newest unreviewed call of 60 s or more with her; refusals by `decideReview`. */
export const postUserReview = async (
  { db }: Context,
  viewer: Viewer,
  input: ReviewInput,
): Promise<null | Refusal<'forbidden' | 'reviewTooShort' | 'reviewTooLong' | 'reviewNotAllowed'>> =>
  db.transaction().execute(async (tx) => {
    const call = (await isBlockedPair(tx, viewer.memberId, input.target_user_id))
      ? null
      : await newestReviewableCall(tx, viewer.memberId, input.target_user_id)
    const review = decideReview({
      authorRole: viewer.role,
      isOwn: isOwnToken(viewer, input.token) && input.user_id === viewer.memberId,
      description: input.description,
      callId: call?.callId ?? null,
    })
    if (isRefusal(review)) return review
    // Two posts at once find the same call; its unique key lets one of them in.
    const posted = await sql`
      INSERT INTO review (call_id, author_id, target_id, score, description)
      VALUES (${review.callId}, ${viewer.memberId}, ${input.target_user_id}, ${input.score}, ${review.description})
      ON CONFLICT (call_id) DO NOTHING RETURNING 1`.execute(tx)
    return posted.rows.length > 0 ? null : refuse('reviewNotAllowed')
  })
