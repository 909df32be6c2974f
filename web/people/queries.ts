import {
  type InfiniteData,
  type QueryClient,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useId, useMemo } from 'react'
import {
  type PersonCard,
  type PresenceChanged,
  type PresenceState,
  type Profile,
  peopleEndpoints,
  type RecommendedList,
} from '#contract/people/people.ts'
import { studioEndpoints } from '#contract/studio/studio.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

const listsKey = [...peopleKey, 'list'] as const
const profilesKey = [...peopleKey, 'profile'] as const
const listKey = (list: RecommendedList, limit: number, viewerId: string | null) =>
  [...listsKey, list, limit, viewerId] as const
const livePeopleKey = (viewerId: string | null) => [...listsKey, 'live', viewerId] as const
export const searchKey = [...peopleKey, 'search'] as const
const partnersKey = [...peopleKey, 'partner'] as const
export const favouritePagesKey = [...peopleKey, 'favourites'] as const
export const standbyKey = [...peopleKey, 'my-standby'] as const
/** Lists that come page by page. */
const pagedKeys = [searchKey, favouritePagesKey]

type PeoplePages = InfiniteData<{ users: PersonCard[] }>

interface PeopleList {
  users: PersonCard[]
  /** Null where it is unknown. */
  total: number | null
}

/** A page of /search. */
export interface SearchPage {
  users: PersonCard[]
  /** Null on later pages. */
  total: number | null
  next: string | null
}

interface Shown {
  users: Pick<PersonCard, 'id' | 'state'>[]
}

/** The socket reports only people who are shown already, and a visitor has no socket: lists are refetched each minute. */
const listRefreshMs = 60_000

/** A list of the home screen, `isApart` from its other sections. Favourites are requested only with a session. */
export const usePeople = (list: RecommendedList, limit: number, isApart = false) => {
  const { status, data: session } = useSession()
  const isKnown = status === 'authenticated' || (status === 'unauthenticated' && list !== 'favourites')
  return useQuery({
    queryKey: listKey(list, limit, session?.user.id ?? null),
    queryFn: ({ signal }): Promise<PeopleList> =>
      fetchEndpoint(peopleEndpoints.getRecommendedUsers, { list, limit, isApart }, { signal }),
    enabled: isKnown,
    refetchInterval: listRefreshMs,
  })
}

/** The people who are live now. */
export const useLivePeople = () => {
  const { status, data: session } = useSession()
  return useQuery({
    queryKey: livePeopleKey(session?.user.id ?? null),
    queryFn: ({ signal }) => fetchEndpoint(peopleEndpoints.getRecommendedLiveUsers, {}, { signal }),
    enabled: status !== 'loading',
    refetchInterval: listRefreshMs,
  })
}

/** @param isWanted requested only then */
export const useProfile = (userId: string, isWanted = true) => {
  const { status, data: session } = useSession()
  return useQuery({
    queryKey: [...profilesKey, userId, session?.user.id ?? null],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(peopleEndpoints.getUserInfForWeb, { userId }, { signal })).user,
    enabled: isWanted && status !== 'loading',
  })
}

/**
 * Name, avatar and favourite mark of a partner, as the call screens and the post-call modal show them.
 * @param isWanted requested only then
 */
export const usePartnerInfo = (partnerId: string, isWanted = true) => {
  const { data: session } = useSession()
  const myId = session?.user.id ?? ''
  return useQuery({
    queryKey: [...partnersKey, partnerId, myId],
    queryFn: ({ signal }) => fetchEndpoint(peopleEndpoints.getPartnerInfo, { myId, partnerId }, { signal }),
    enabled: isWanted && myId !== '',
  })
}

/** A broadcaster's own switch; requested only when `enabled`. */
export const useMyStandby = (enabled: boolean) =>
  useQuery({
    queryKey: standbyKey,
    queryFn: ({ signal }) => fetchEndpoint(studioEndpoints.getMyStandby, {}, { signal }),
    enabled,
  })

/**
 * The presence of people whom another area shows, such as the partners of トーク. They have a place in the cache like a
 * list of the home screen, so that socket events (use-presence-events.ts) reach them too.
 */
export const usePresenceStates = (
  shown: readonly Pick<PersonCard, 'id' | 'state'>[],
): ((memberId: string) => PresenceState | undefined) => {
  const queryClient = useQueryClient()
  const queryKey = [...listsKey, 'shown', useId()]
  const { data } = useQuery<Shown>({ queryKey, queryFn: skipToken })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the component's
  useEffect(() => {
    queryClient.setQueryData<Shown>(queryKey, { users: shown.map(({ id, state }) => ({ id, state })) })
  }, [queryClient, shown])
  const states = useMemo(() => new Map(data?.users.map(({ id, state }) => [id, state])), [data])
  return (memberId) => states.get(memberId)
}

/** The list with one person's changes; the same object when that person isn't in it. */
const patched = <List extends { users: PersonCard[] }>(
  list: List,
  userId: string,
  change: Partial<PersonCard>,
): List =>
  list.users.some(({ id }) => id === userId)
    ? { ...list, users: list.users.map((user) => (user.id === userId ? { ...user, ...change } : user)) }
    : list

/**
 * Writes one person's changes wherever that person is in the cache. An answer that was requested before a favourite was
 * changed may hold the old one, so it is dropped and requested again.
 */
export const patchPerson = (
  queryClient: QueryClient,
  userId: string,
  change: Partial<Pick<PersonCard, 'bookmark' | 'state'>>,
): void => {
  queryClient.setQueriesData<PeopleList>(
    { queryKey: listsKey },
    (list) => list && patched(list, userId, change),
  )
  for (const queryKey of pagedKeys)
    queryClient.setQueriesData<PeoplePages>(
      { queryKey },
      (found) => found && { ...found, pages: found.pages.map((page) => patched(page, userId, change)) },
    )
  queryClient.setQueriesData<Profile>({ queryKey: [...profilesKey, userId] }, (profile) =>
    profile ? { ...profile, ...change } : profile,
  )
  if (change.bookmark === undefined) return
  const { bookmark } = change
  queryClient.setQueriesData<{ bookmark: boolean }>({ queryKey: [...partnersKey, userId] }, (partner) =>
    partner ? { ...partner, bookmark } : partner,
  )
  void queryClient.invalidateQueries({ queryKey: peopleKey, fetchStatus: 'fetching' })
}

/** In the `meta` of another area's query: the ids of the people that its answer shows. */
type PeopleIn = (data: unknown) => string[]

/** The ids of people in the query cache, who may be shown without a request; those on the screen now come first. */
export const peopleInCache = (queryClient: QueryClient): string[] => {
  const answers = queryClient
    .getQueryCache()
    .findAll({ queryKey: peopleKey })
    .toSorted((one, other) => Number(other.isActive()) - Number(one.isActive()))
  const memberIds = answers.flatMap(({ queryKey, meta, state: { data } }) => {
    if (typeof meta?.peopleIn === 'function') return data ? (meta.peopleIn as PeopleIn)(data) : []
    if (queryKey[1] === listsKey[1]) return (data as PeopleList | undefined)?.users.map(({ id }) => id) ?? []
    // A member who scrolls looks at the last page.
    if (pagedKeys.some((key) => key[1] === queryKey[1]))
      return (
        (data as PeoplePages | undefined)?.pages
          .toReversed()
          .flatMap((page) => page.users.map(({ id }) => id)) ?? []
      )
    return queryKey[1] === profilesKey[1] && data ? [(data as Profile).id] : []
  })
  return [...new Set(memberIds)]
}

export const refreshList = (queryClient: QueryClient, list: RecommendedList | 'live'): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [...listsKey, list] })

/**
 * Applies a change of presence. A person on the screen stays in place with the new state, so that nothing jumps under
 * a finger; a person new on standby or live is fetched.
 */
export const subscribePresence = (queryClient: QueryClient, change: PresenceChanged): void => {
  patchPerson(queryClient, change.userId, { state: change.state })
  if (change.state !== 'standby' && change.state !== 'live') return
  const list = change.state
  const lists = queryClient.getQueriesData<PeopleList>({ queryKey: [...listsKey, list] })
  const isShown = lists.some(([, shown]) => shown?.users.some(({ id }) => id === change.userId))
  if (!isShown) void refreshList(queryClient, list)
}
