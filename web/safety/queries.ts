import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { safetyEndpoints } from '#contract/safety/safety.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint, isNotFound } from '#web/shell/query.ts'
import {
  bookingsKey,
  galleryKey,
  imageRequestsKey,
  marketKey,
  mentionsKey,
  noticesKey,
  peopleKey,
} from '#web/shell/query-keys.ts'
import { blockedPartner } from './blocked-partner.ts'

const blocksKey = ['blocks'] as const

const keysWithPeople: ReadonlySet<unknown> = new Set(
  [peopleKey, galleryKey, imageRequestsKey, marketKey, bookingsKey, noticesKey, mentionsKey].map(
    ([first]) => first,
  ),
)

/** Whether a block, or its end, changes what the query answers. */
const showsPeople = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  keysWithPeople.has(queryKey[0])

/** The blocked members, newest first. */
export const useBlocks = () => {
  const memberId = useSession().data?.user.id ?? null
  return useQuery({
    queryKey: [...blocksKey, memberId],
    queryFn: async ({ signal }) => (await fetchEndpoint(safetyEndpoints.getBlocks, {}, { signal })).people,
    enabled: memberId !== null,
  })
}

/**
 * After a block, or after one was lifted, everything that shows people is fetched again. The socket updates the
 * chat's lists.
 */
export const refreshPeople = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: blocksKey }),
    client.invalidateQueries({ predicate: showsPeople }),
  ])
}

export const useAddBlock = () => {
  const client = useQueryClient()
  return useMutation<unknown, Error, string>({
    mutationKey: blocksKey,
    mutationFn: (partnerId) => fetchEndpoint(safetyEndpoints.addBlock, { partnerId }),
    // The end of their call may arrive before the answer.
    onMutate: (partnerId) => blockedPartner.store(partnerId),
    onError: (_, partnerId) => blockedPartner.clear(partnerId),
    onSuccess: () => void refreshPeople(client),
  })
}

/** A block that is gone already, lifted from elsewhere or by a lost answer, counts as lifted. */
export const useRemoveBlock = () => {
  const client = useQueryClient()
  return useMutation<unknown, Error, { blockId: string; id: string | null }>({
    mutationFn: ({ blockId }) =>
      fetchEndpoint(safetyEndpoints.removeBlock, { blockId }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      }),
    onSuccess: (_, { id }) => {
      if (id !== null) blockedPartner.clear(id)
      return refreshPeople(client)
    },
  })
}

export type ReportDraft = Omit<RequestOf<typeof safetyEndpoints.addReport>, 'reportId'>

export const useAddReport = () =>
  useMutation<unknown, Error, ReportDraft & { reportId: string }>({
    mutationFn: (report) => fetchEndpoint(safetyEndpoints.addReport, report),
  })

export const useReportReview = () =>
  useMutation<unknown, Error, RequestOf<typeof reviewsEndpoints.reportReview>>({
    mutationFn: (report) => fetchEndpoint(reviewsEndpoints.reportReview, report),
  })
