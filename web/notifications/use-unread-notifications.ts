import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { noticesEndpoints } from '#contract/notifications/notifications.ts'
import { newestNotificationsKey } from './notifications-key.ts'

const none = () => 0

/**
 * The number of unread notifications, counted by the server up to 100; it comes with the newest ones, which this page
 * fetches for the toast. It reads the cache without an observer of its own, which would bring its own way of fetching, or none, to everybody's query.
 */
export const useUnreadNotifications = (): number => {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queries],
  )
  const now = () =>
    queries.getQueryData<OutputOf<typeof noticesEndpoints.getNotifications>>(newestNotificationsKey)
      ?.unread ?? 0
  // The server's markup, which the browser takes over, tells of none.
  return useSyncExternalStore(subscribe, now, none)
}
