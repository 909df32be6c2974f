import { useInfiniteQuery } from '@tanstack/react-query'
import { favouritesEndpoints } from '#contract/favourites/favourites.ts'
import { favouritePagesKey } from '#web/people/queries.ts'
import { useSession } from '#web/session/session.tsx'
import { ask } from '#web/shell/query.ts'

const perPage = 20

/** Everybody the member favours, the latest first, a page at a time. */
export const useFavouritePages = () => {
  const { data: session } = useSession()
  return useInfiniteQuery({
    queryKey: [...favouritePagesKey, session?.user.id ?? null],
    queryFn: ({ pageParam, signal }) =>
      ask(
        favouritesEndpoints.getBookmarks,
        { limit: perPage, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: session !== null && session !== undefined,
  })
}
