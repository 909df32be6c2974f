import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { type AnsweredReview, reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { useSession } from '#web/session/session.tsx'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

/** Below the people key: a block invalidates it. */
const reviewsKey = [...peopleKey, 'reviews'] as const

/** The first page is short, so that the rest of the profile is near; more is loaded on request. */
const firstReviews = 5
const moreReviews = 20

type ReviewPage = OutputOf<typeof reviewsEndpoints.getUserReviews>

/** A broadcaster's reviews with a text, newest first, page by page. */
export const useReviews = (userId: string) => {
  const { status, data: session } = useSession()
  return useInfiniteQuery({
    queryKey: [...reviewsKey, userId, session?.user.id ?? null],
    queryFn: ({ signal, pageParam }): Promise<ReviewPage> =>
      fetchEndpoint(
        reviewsEndpoints.getUserReviews,
        pageParam === ''
          ? { userId, limit: firstReviews }
          : { userId, limit: moreReviews, before: pageParam },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.reviews.at(-1)?.id : undefined),
    enabled: status !== 'loading',
  })
}

/** After a review was posted: the broadcaster's reviews and figures are fetched again. */
export const refreshReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: peopleKey })

const patchReview = (client: QueryClient, reviewId: string, change: Partial<AnsweredReview>): void => {
  client.setQueriesData<InfiniteData<ReviewPage>>(
    { queryKey: reviewsKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          reviews: page.reviews.map((review) => (review.id === reviewId ? { ...review, ...change } : review)),
        })),
      },
  )
}

/** Answered from elsewhere, or deleted: what is shown is out of date. */
export const isOutOfDate = (error: Error): boolean =>
  error instanceof AnswerError && (error.code === 'reviewAnswered' || error.code === 'notFound')

export const useAnswerReview = () => {
  const client = useQueryClient()
  return useMutation<
    OutputOf<typeof reviewsEndpoints.answerUserReview>,
    Error,
    RequestOf<typeof reviewsEndpoints.answerUserReview>
  >({
    mutationFn: (input) => fetchEndpoint(reviewsEndpoints.answerUserReview, input),
    onSuccess: ({ answer }, { reviewId }) => patchReview(client, reviewId, { answer, isAnswerable: false }),
    onError: (error) => {
      if (isOutOfDate(error)) void client.invalidateQueries({ queryKey: reviewsKey })
    },
  })
}
