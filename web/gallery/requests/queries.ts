import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { type ImageRequest, imageRequestEndpoints } from '#contract/gallery/requests.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { pointsKey } from '#web/session/use-points.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { imageRequestsKey } from '#web/shell/query-keys.ts'
import { showToast } from '#web/ui/dialog/toast.ts'

/** The member's requests, sent or received, or those with one partner; a notification may be about one of them. */
export const useImageRequests = (partnerId?: string, enabled = true) => {
  const queries = useQueryClient()
  const { status } = useSession()
  useSocketEvent('notices:changed', () => void queries.invalidateQueries({ queryKey: imageRequestsKey }))
  return useQuery({
    queryKey: [...imageRequestsKey, partnerId ?? null],
    queryFn: ({ signal }) =>
      fetchEndpoint(imageRequestEndpoints.getImageRequests, partnerId === undefined ? {} : { partnerId }, {
        signal,
      }),
    enabled: enabled && status === 'authenticated',
    staleTime: 0,
  })
}

export const useSendRequest = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof imageRequestEndpoints.sendImageRequest>) =>
      fetchEndpoint(imageRequestEndpoints.sendImageRequest, input),
    onSuccess: ({ point }) => queries.setQueryData(pointsKey, point),
    onSettled: () => queries.invalidateQueries({ queryKey: imageRequestsKey }),
  })
}

type Deed =
  | { type: 'accept' | 'decline' | 'cancel'; requestId: string }
  | { type: 'deliver'; requestId: string; imageIds: string[] }

const send = (deed: Deed): Promise<{ request: ImageRequest }> => {
  const { requestId } = deed
  switch (deed.type) {
    case 'accept':
      return fetchEndpoint(imageRequestEndpoints.acceptImageRequest, { requestId })
    case 'decline':
      return fetchEndpoint(imageRequestEndpoints.declineImageRequest, { requestId })
    case 'cancel':
      return fetchEndpoint(imageRequestEndpoints.cancelImageRequest, { requestId })
    case 'deliver':
      return fetchEndpoint(imageRequestEndpoints.deliverImageRequest, { requestId, imageIds: deed.imageIds })
  }
}

const done = {
  accept: 'リクエストを承諾しました',
  decline: 'リクエストを見送りました',
  cancel: 'リクエストを取り消しました',
  deliver: '画像を届けました',
} as const

/** One deed. A refusal may mean that the other side was faster: the list is fetched again. */
export const useRequestAction = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (_, { type }) => void showToast({ tone: 'ok', title: done[type] }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: pointsKey })
      return queries.invalidateQueries({ queryKey: imageRequestsKey })
    },
  })
}
