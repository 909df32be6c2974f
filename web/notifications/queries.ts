import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { noticesEndpoints } from '#contract/notifications/notifications.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { noticesKey } from '#web/shell/query-keys.ts'
import { newestNotificationsKey, notificationPagesKey } from './notifications-key.ts'

type NoticePage = OutputOf<typeof noticesEndpoints.getNotifications>

/** The newest notices, fetched only with a session. */
export const useNotifications = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: newestNotificationsKey,
    queryFn: ({ signal }) => fetchEndpoint(noticesEndpoints.getNotifications, {}, { signal }),
    enabled: status === 'authenticated',
  })
}

/** All of them, newest first, page by page. */
export const useNotificationPages = () =>
  useInfiniteQuery({
    queryKey: notificationPagesKey,
    queryFn: ({ signal, pageParam }): Promise<NoticePage> =>
      fetchEndpoint(noticesEndpoints.getNotifications, pageParam === null ? {} : { before: pageParam }, {
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

/** Marks notifications as read, these or all up to one; the badges and the list follow from the server's answer. */
export const useMarkRead = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (marked: { ids: number[] } | { upTo: number }) =>
      fetchEndpoint(noticesEndpoints.markNotificationsRead, marked),
    onSuccess: () => queries.invalidateQueries({ queryKey: noticesKey }),
  })
}
