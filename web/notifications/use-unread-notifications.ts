import { skipToken, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { noticesEndpoints } from '#contract/notifications/notifications.ts'
import { newestNotificationsKey } from './notifications-key.ts'

/** The number of unread ones among the newest notifications that this page has fetched for the toast. */
export const useUnreadNotifications = (): number => {
  const { data } = useQuery<OutputOf<typeof noticesEndpoints.getNotifications>>({
    queryKey: newestNotificationsKey,
    queryFn: skipToken,
  })
  return data?.notifications.filter(({ isUnread }) => isUnread).length ?? 0
}
