import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { safetyEndpoints } from '#contract/safety/safety.ts'
import { callStorage } from '#web/calls/session/call-storage.ts'
import { peopleKey } from '#web/people/queries.ts'
import { useSession } from '#web/session/session.tsx'
import { AnswerError, ask } from '#web/shell/query.ts'

const blocksKey = ['blocks'] as const

/** Whom the member blocks, newest first. */
export const useBlocks = () => {
  const memberId = useSession().data?.user.id ?? null
  return useQuery({
    queryKey: [...blocksKey, memberId],
    queryFn: async ({ signal }) => (await ask(safetyEndpoints.getBlocks, {}, { signal })).people,
    enabled: memberId !== null,
  })
}

/** Whoever is blocked now, or no longer, is nowhere on the screen, or back. The socket tells the chat's lists. */
const refresh = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: blocksKey }),
    client.invalidateQueries({ queryKey: peopleKey }),
  ])
}

export const useAddBlock = () => {
  const client = useQueryClient()
  return useMutation<unknown, Error, string>({
    mutationFn: (partnerId) => ask(safetyEndpoints.addBlock, { partnerId }),
    // The end of their call may be heard of before the answer.
    onMutate: (partnerId) => callStorage.noteBlocked(partnerId),
    onError: (_, partnerId) => callStorage.dropBlocked(partnerId),
    onSuccess: () => void refresh(client),
  })
}

/** A block that is gone already, lifted from elsewhere or by a lost answer, is as good as lifted. */
export const useRemoveBlock = () => {
  const client = useQueryClient()
  return useMutation<unknown, Error, string>({
    mutationFn: (partnerId) =>
      ask(safetyEndpoints.removeBlock, { partnerId }).catch((error: unknown) => {
        if (!(error instanceof AnswerError && error.code === 'notFound')) throw error
      }),
    onSuccess: (_, partnerId) => {
      callStorage.dropBlocked(partnerId)
      return refresh(client)
    },
  })
}

export type ReportDraft = Omit<RequestOf<typeof safetyEndpoints.addReport>, 'reportId'>

export const useAddReport = () =>
  useMutation<unknown, Error, ReportDraft & { reportId: string }>({
    mutationFn: (report) => ask(safetyEndpoints.addReport, report),
  })

export const useReportReview = () =>
  useMutation<unknown, Error, RequestOf<typeof reviewsEndpoints.reportReview>>({
    mutationFn: (report) => ask(reviewsEndpoints.reportReview, report),
  })
