import { useQuery } from '@tanstack/react-query'
import { messagePagesEndpoints } from '#contract/legal/message-pages.ts'
import { fetchEndpoint } from '#web/shell/query.ts'

export const useMessagePages = () =>
  useQuery({
    queryKey: ['messages', 'listed'],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(messagePagesEndpoints.getMessagePages, {}, { signal })).pages,
    staleTime: 60_000,
  })

export const useMessagePage = (name: string) =>
  useQuery({
    queryKey: ['messages', 'page', name],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(messagePagesEndpoints.getMessagePage, { name }, { signal })).page,
    staleTime: 60_000,
  })
