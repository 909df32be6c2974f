import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, memberId, success, userToken } from '#contract/core/shared.ts'
import { reviewScoreMax, reviewScoreMin } from '#contract/people/people.ts'
import { reportReasons, reportTextMax } from '#contract/safety/safety.ts'

/** Characters of an answer, in graphemes. */
export const reviewAnswerMax = 300
export const reviewId = z.string().check(z.regex(/^[1-9]\d{0,17}$/))

/** What of a review is reported, or taken down by an operator. */
export const reviewParts = ['review', 'answer'] as const
export type ReviewPart = (typeof reviewParts)[number]

/** The broadcaster's one answer. It can't be changed; an operator can remove it. */
export const reviewAnswer = z.object({ text: z.string(), answeredAt: instant })

export const answeredReview = z.object({
  id: reviewId,
  score: z.int(),
  description: z.string(),
  /** The reviewer stays anonymous on the profile: region and age band, such as 東京・30代, as they were when the review was written. */
  authorLabel: z.string(),
  /** The day's beginning, Japanese time: the minute would lead to the call, and so to the reviewer. */
  postedAt: instant,
  answer: z.nullable(reviewAnswer),
  /** The viewer wrote it; nobody else learns who did. */
  isOwn: z.boolean(),
  /** The viewer is the reviewed broadcaster and has never answered it. */
  isAnswerable: z.boolean(),
})
export type AnsweredReview = z.infer<typeof answeredReview>

/** A review as its author finds it again, with or without a text. */
const ownReview = z.object({
  id: reviewId,
  /** The reviewed broadcaster. */
  partner: z.object({ id: memberId, name: z.string() }),
  score: z.int(),
  description: z.string(),
  postedAt: instant,
  answer: z.nullable(reviewAnswer),
  /** An operator took it down: only the author reads it. */
  isHidden: z.boolean(),
})
export type OwnReview = z.infer<typeof ownReview>

export const reviewsEndpoints = {
  postUserReview: defineEndpoint({
    method: 'POST',
    path: '/api/post-user-review',
    access: 'session',
    takesText: true,
    summary: 'A caller reviews the newest unreviewed call of 60 s or more with the broadcaster',
    input: z.object({
      target_user_id: memberId,
      user_id: memberId,
      score: z.int().check(z.minimum(reviewScoreMin), z.maximum(reviewScoreMax)),
      description: z.string().check(z.maxLength(4000)),
      token: userToken,
      /** The contact guard has warned, and the caller posts it all the same; beside the specified fields. */
      isWarned: z._default(z.boolean(), false),
    }),
    output: done,
    refusals: [
      'forbidden',
      'reviewTooShort',
      'reviewTooLong',
      'reviewNotAllowed',
      'contactWarning',
      'contactRefused',
    ],
  }),
  getUserReviews: defineEndpoint({
    method: 'POST',
    path: '/api/get-user-reviews',
    access: 'public',
    summary: 'The reviews of a broadcaster that say something, newest first',
    input: z.object({
      userId: memberId,
      /** Only those before this one. */
      before: z.optional(reviewId),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({ type: success, reviews: z.array(answeredReview), more: z.boolean() }),
    refusals: ['partnerUnavailable'],
  }),
  getMyReviews: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-reviews',
    access: 'session',
    summary: "The member's own reviews, newest first; not those of broadcasters behind a block",
    input: z.object({
      /** Only those before this one. */
      before: z.optional(reviewId),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({ type: success, reviews: z.array(ownReview), more: z.boolean() }),
    refusals: [],
  }),
  answerUserReview: defineEndpoint({
    method: 'POST',
    path: '/api/answer-user-review',
    access: 'session',
    takesText: true,
    summary: 'A broadcaster answers a review about their own calls, once',
    input: z.object({
      reviewId,
      text: z.string().check(z.maxLength(4 * reviewAnswerMax)),
      /** The contact guard has warned, and the broadcaster sends it all the same. */
      isWarned: z._default(z.boolean(), false),
    }),
    output: z.object({ type: success, answer: reviewAnswer }),
    refusals: [
      'notFound',
      'reviewAnswered',
      'reviewAnswerEmpty',
      'reviewAnswerTooLong',
      'contactWarning',
      'contactRefused',
    ],
  }),
  reportReview: defineEndpoint({
    method: 'POST',
    path: '/api/report-review',
    access: 'session',
    takesText: true,
    summary:
      'Reports a review or its answer to the operators; whom it is about is found by the server, so that the reviewer stays anonymous',
    input: z.object({
      /** Client-made; the same id again is the same report. */
      reportId: commandId,
      reviewId,
      about: z.enum(reviewParts),
      reason: z.enum(reportReasons),
      text: z._default(z.string().check(z.maxLength(4 * reportTextMax)), ''),
    }),
    output: done,
    refusals: ['notFound', 'reportSelf', 'reportTextTooLong', 'reportTooOften', 'idempotencyMismatch'],
  }),
}
