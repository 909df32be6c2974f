import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { availabilityEndpoints } from '#contract/people/availability.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { useViewerRole } from './use-viewer-role.ts'

/** Not below `peopleKey`: a notice that arrives invalidates these alone. */
export const availabilityKey = ['availability'] as const

/** Whether the caller waits to be notified about this broadcaster, and the switch for it. */
export const useAvailabilityRequest = ({ id, name }: { id: string; name: string }) => {
  const queries = useQueryClient()
  const { data: session } = useSession()
  const isCaller = useViewerRole() === 'caller'
  const queryKey = [...availabilityKey, session?.user.id ?? null]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchEndpoint(availabilityEndpoints.getAvailabilityRequests, {}, { signal }),
    enabled: isCaller,
  })
  const isOpen = data?.requests.some(({ partnerId }) => partnerId === id) ?? false
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { requestAvailability, cancelAvailability } = availabilityEndpoints
      return fetchEndpoint(isOpen ? cancelAvailability : requestAvailability, { partnerId: id })
    },
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer)
      void showToast(
        isOpen
          ? { title: 'お知らせを取り消しました' }
          : {
              tone: 'ok',
              title: '空いたらお知らせします',
              text: `${name}さんが待機中になったら、1度お知らせします（24時間以内）。`,
            },
      )
    },
    onError: (error) =>
      void showToast({ tone: 'error', title: '受け付けできませんでした', text: error.message }),
  })
  return { isOpen, isBusy: isPending || (isCaller && data === undefined), toggle: () => mutate() }
}
