import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { ageAt } from '#domain/account/birth-date.ts'
import { reviewThresholdSec } from '#domain/calls/post-call.ts'
import { authorLabel } from '#domain/people/figures.ts'
import { decideReview } from '#domain/reviews/review.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { isOwnToken } from '#server/members/body-token.ts'
import { birthDateOf, memberById } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { isBlockedPair } from '#server/safety/queries.ts'

type ReviewRefusal =
  | 'forbidden'
  | 'reviewTooShort'
  | 'reviewTooLong'
  | 'reviewNotAllowed'
  | 'contactWarning'
  | 'contactRefused'

/**
 * Posts a caller's review of the newest unreviewed call of 60 s or more with the broadcaster. Refusals by
 * `decideReview`, then the contact guard's, because everybody reads a profile.
 */
export const postUserReview = async (
  { db, now }: Context,
  viewer: Viewer,
  input: InputOf<typeof reviewsEndpoints.postUserReview>,
): Promise<null | Refusal<ReviewRefusal>> =>
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
    const { isWarned } = input
    const guarded = await contactGuardDecision(tx, { text: review.description, isWarned })
    if (guarded) return guarded
    const author = await memberById(tx, viewer.memberId)
    if (!author) throw new Error(`a review by a missing member ${viewer.memberId}`)
    const birthDate = author.isAgeShown ? await birthDateOf(tx, author.id) : null
    const label = authorLabel({
      region: author.region,
      age: birthDate === null ? null : ageAt(birthDate, now()),
    })
    // Two concurrent posts find the same call; its unique key accepts one of them.
    const posted = await sql`
      INSERT INTO review (call_id, author_id, author_label, target_id, score, description)
      VALUES (${review.callId}, ${author.id}, ${label}, ${input.target_user_id}, ${input.score},
        ${review.description})
      ON CONFLICT (call_id) DO NOTHING RETURNING 1`.execute(tx)
    return posted.rows.length > 0 ? null : refuse('reviewNotAllowed')
  })

const reviewableMs = reviewThresholdSec * 1_000
/** The newest call of 60 s or more of this pair without a review. */
const newestReviewableCall = async (
  tx: Tx,
  callerId: string,
  broadcasterId: string,
): Promise<{ callId: string } | null> => {
  const { rows } = await sql<{ callId: string }>`
    SELECT c.id AS "callId" FROM call c
    WHERE c.caller_id = ${callerId} AND c.broadcaster_id = ${broadcasterId}
      AND c.phase = 'ended' AND c.connected_ms >= ${reviewableMs}
      AND NOT EXISTS (SELECT 1 FROM review r WHERE r.call_id = c.id)
    ORDER BY c.ended_at DESC, c.id LIMIT 1`.execute(tx)
  return rows[0] ?? null
}
