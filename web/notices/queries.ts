import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noticesEndpoints } from '../../contract/notices.ts'
import { useSession } from '../account/session.tsx'
import { ask } from '../shell/query.ts'

const noticesKey = ['notices'] as const

/** The newest notices, fetched only with a session. */
export const useNotices = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => ask(noticesEndpoints.getNotifications, {}, { signal }),
    enabled: status === 'authenticated',
  })
}

/** Marks notices as read up to one of them. The list at hand keeps its marks: they say what is new this time. */
export const useMarkRead = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => ask(noticesEndpoints.markNotificationsRead, { upTo }),
    onSuccess: () => queries.invalidateQueries({ queryKey: noticesKey, refetchType: 'none' }),
  })
}
