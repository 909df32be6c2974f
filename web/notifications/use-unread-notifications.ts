import { skipToken, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { noticesEndpoints } from '#contract/notifications/notifications.ts'
import { newestNotificationsKey } from './notifications-key.ts'

/** Unread ones among the newest notices, as far as this page has asked: what tells of them by a toast does. */
export const useUnreadNotifications = (): number => {
  const { data } = useQuery<OutputOf<typeof noticesEndpoints.getNotifications>>({
    queryKey: newestNotificationsKey,
    queryFn: skipToken,
  })
  return data?.notifications.filter(({ isUnread }) => isUnread).length ?? 0
}
