import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { findVisiblePerson } from '#server/people/queries.ts'
import { answerUserReview } from './actions/answer-user-review.ts'
import { postUserReview } from './actions/post-user-review.ts'
import { reportReview } from './actions/report-review.ts'
import { reviewsBy, reviewsOf } from './queries.ts'

export const reviewsHandlers: HandlersOf<typeof reviewsEndpoints> = {
  postUserReview: async ({ context, input, viewer }) =>
    isUnprintable(input.description)
      ? refuse('badInput')
      : ((await postUserReview(context, viewer, input)) ?? {
          type: 'success',
          message: 'レビューを投稿しました！',
        }),

  getUserReviews: async ({ context: { db }, viewer, input }) => {
    const person = await findVisiblePerson(db, viewer, input.userId)
    if (!person) return refuse('partnerUnavailable')
    return { type: 'success', ...(await reviewsOf(db, person.id, viewer?.memberId ?? null, input)) }
  },

  getMyReviews: async ({ context: { db }, viewer, input }) => ({
    type: 'success',
    ...(await reviewsBy(db, viewer.memberId, input)),
  }),

  answerUserReview: async ({ context, viewer, input }) => {
    if (isUnprintable(input.text)) return refuse('badInput')
    const answer = await answerUserReview(context, viewer, input)
    return isRefusal(answer) ? answer : { type: 'success', answer }
  },

  reportReview: async ({ context, viewer, input }) =>
    isUnprintable(input.text)
      ? refuse('badInput')
      : ((await reportReview(context, viewer, input)) ?? { type: 'success' }),
}
