import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { decideAnswer } from '#domain/reviews/review-answer.ts'
import { publicText } from '#domain/text/written.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { mailNotices } from '#server/notifications/mail-notifications.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { answerOf, reviewToAnswer } from '../queries.ts'

type AnswerInput = InputOf<typeof reviewsEndpoints.answerUserReview>
type Answer = OutputOf<typeof reviewsEndpoints.answerUserReview>['answer']
type AnswerRefusal =
  | 'notFound'
  | 'reviewAnswered'
  | 'reviewAnswerEmpty'
  | 'reviewAnswerTooLong'
  | 'contactWarning'
  | 'contactRefused'

/**
 * Posts the reviewed broadcaster's answer to a review, once, and notifies its author. The same text again
 * counts as the same answer, because the first request may have arrived although its answer was lost.
 *
 * The order of the refusals: notFound, those of `decideAnswer`, the contact guard's.
 */
export const answerUserReview = async (
  context: Context,
  viewer: Viewer,
  input: AnswerInput,
): Promise<Answer | Refusal<AnswerRefusal>> =>
  inTransaction(context.db, async (tx) => {
    const review = await reviewToAnswer(tx, input.reviewId, viewer.memberId)
    if (!review) return refuse('notFound')
    const known = await answerOf(tx, input.reviewId)
    if (known && !known.isHidden && known.text === publicText(input.text)) return shown(known)
    const text = decideAnswer(known !== null, input.text)
    if (isRefusal(text)) return text
    const guarded = await contactGuardDecision(tx, { text, isWarned: input.isWarned })
    if (guarded) return guarded
    const about = { kind: 'reviewAnswered' } as const
    const notices = [{ memberId: review.authorId, actorId: viewer.memberId, once: input.reviewId, about }]
    await addMemberNotices(tx, notices)
    await mailNotices(context, tx, notices)
    return shown({ text, answeredAt: await store(tx, input.reviewId, text) })
  })

const shown = ({ text, answeredAt }: { text: string; answeredAt: Date }): Answer => ({
  text,
  answeredAt: answeredAt.toISOString(),
})

const store = async (tx: Tx, reviewId: string, text: string): Promise<Date> => {
  const { rows } = await sql<{ answeredAt: Date }>`
    INSERT INTO review_answer (review_id, text) VALUES (${reviewId}, ${text})
    RETURNING created_at AS "answeredAt"`.execute(tx)
  const [stored] = rows
  if (!stored) throw new Error(`the answer to review ${reviewId} was not stored`)
  return stored.answeredAt
}
