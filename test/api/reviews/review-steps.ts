import { expect } from 'vitest'
import type { AnsweredReview } from '#contract/reviews/reviews.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

export const reviewWords = 'とても楽しい時間でした。'

/** Repeated steps with reviews. */
export const reviewSteps = (world: () => TestWorld) => {
  /** Inserts a review; returns its id. `minutesAgo`: when it was posted. */
  const addReview = async (
    author: Person,
    target: Person,
    { score = 4, text = reviewWords, minutesAgo = 0 } = {},
  ): Promise<string> => {
    const [row] = await world().database.sql`
      insert into review (author_id, author_label, target_id, score, description, created_at)
      values (${author.id}, '東京・20代', ${target.id}, ${score}, ${text}, now() - ${minutesAgo}::int * interval '1 minute')
      returning id::text`
    return row?.id
  }

  const pageOf = async (viewer: Person, target: Person, page: { before?: string; limit?: number } = {}) => {
    const answer = await viewer.request('getUserReviews', { userId: target.id, ...page })
    if (answer.type === 'error') throw new Error(answer.code)
    return answer
  }

  /** One review as a member reads it on the profile; undefined when it isn't visible. */
  const seenBy = async (
    viewer: Person,
    target: Person,
    reviewId: string,
  ): Promise<AnsweredReview | undefined> =>
    (await pageOf(viewer, target, { limit: 50 })).reviews.find(({ id }) => id === reviewId)

  const answer = (broadcaster: Person, reviewId: string, text: string, isWarned?: boolean) =>
    broadcaster.request('answerUserReview', {
      reviewId,
      text,
      ...(isWarned === undefined ? {} : { isWarned }),
    })

  /** Answers, and it must succeed. */
  const answered = async (broadcaster: Person, reviewId: string, text: string): Promise<void> => {
    expect(await answer(broadcaster, reviewId, text)).toMatchObject({ type: 'success', answer: { text } })
  }

  return { addReview, pageOf, seenBy, answer, answered }
}
