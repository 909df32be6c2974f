import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type SearchFilters, searchEndpoints } from '#contract/people/search.ts'
import { type SearchPage, searchKey } from '#web/people/queries.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

/** A member who returns from a profile within this time finds the list unchanged. */
const keptMs = 300_000
const tagsStaleMs = 300_000

/**
 * The people of a search, page after page. The results keep their order while they are shown: states come by the
 * socket, and nothing moves under a finger.
 */
export const useSearch = (filters: SearchFilters) => {
  const { status, data: session } = useSession()
  return useInfiniteQuery({
    queryKey: [...searchKey, filters, session?.user.id ?? null],
    queryFn: ({ pageParam, signal }): Promise<SearchPage> =>
      fetchEndpoint(
        searchEndpoints.searchUsers,
        { ...filters, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: status !== 'loading',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  })
}

/** How many a search would find, for the button that starts it. */
export const useSearchCount = (filters: SearchFilters) => {
  const { data: session } = useSession()
  return useQuery({
    queryKey: [...peopleKey, 'search-count', filters, session?.user.id ?? null],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(searchEndpoints.searchUsers, { ...filters, sort: 'rating', limit: 1 }, { signal }))
        .total,
    placeholderData: keepPreviousData,
  })
}

export const useSearchTags = () =>
  useQuery({
    queryKey: [...peopleKey, 'search-tags'],
    queryFn: async ({ signal }) => (await fetchEndpoint(searchEndpoints.getSearchTags, {}, { signal })).tags,
    staleTime: tagsStaleMs,
  })
