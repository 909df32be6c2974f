import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { liveRoomEndpoints } from '#contract/live/rooms.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

/** Below the people key: a block and a presence change invalidate it. */
const liveKey = [...peopleKey, 'live-rooms'] as const
const roomKey = (broadcasterId: string) => [...liveKey, 'room', broadcasterId] as const

type LiveRoomsPage = OutputOf<typeof liveRoomEndpoints.getLiveRooms>

/** A list that stays open is fetched again so often; a room that one looks at tells its changes itself. */
const listRefreshMs = 15_000

/** The rooms that run now, the most watched first. */
export const useLiveRooms = () => {
  const queries = useQueryClient()
  const { status, data: session } = useSession()
  const key = [...liveKey, 'list', session?.user.id ?? null]
  useSocketEvent('live:changed', ({ roomId, endReason, watchers, isInLiveCall }) => {
    if (endReason !== null) return void queries.invalidateQueries({ queryKey: key })
    queries.setQueryData<InfiniteData<LiveRoomsPage>>(
      key,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            rooms: page.rooms.map((room) =>
              room.roomId === roomId ? { ...room, watchers, isInLiveCall } : room,
            ),
          })),
        },
    )
  })
  return useInfiniteQuery({
    queryKey: key,
    meta: {
      peopleIn: ({ pages }: InfiniteData<LiveRoomsPage>) =>
        pages.flatMap(({ rooms }) => rooms.map(({ broadcaster }) => broadcaster.id)),
    },
    queryFn: ({ signal, pageParam }) =>
      fetchEndpoint(liveRoomEndpoints.getLiveRooms, pageParam === null ? {} : { after: pageParam }, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: status !== 'loading',
    refetchInterval: listRefreshMs,
  })
}

/** A broadcaster's running or last room of the day, as the viewer sees it now. */
export const useLiveRoom = (broadcasterId: string) => {
  const queries = useQueryClient()
  const { status, data: session } = useSession()
  const key = [...roomKey(broadcasterId), session?.user.id ?? null]
  useSocketEvent('live:changed', ({ roomId, endReason, watchers, isInLiveCall }) => {
    queries.setQueryData<typeof query.data>(key, (known) =>
      known?.room.roomId === roomId
        ? { ...known, room: { ...known.room, watchers, isInLiveCall, endReason } }
        : known,
    )
  })
  const query = useQuery({
    queryKey: key,
    // The page is told of the room's changes as one that shows its broadcaster.
    meta: { peopleIn: () => [broadcasterId] },
    queryFn: ({ signal }) => fetchEndpoint(liveRoomEndpoints.getLiveRoom, { broadcasterId }, { signal }),
    enabled: status !== 'loading',
    staleTime: 0,
    refetchInterval: listRefreshMs,
  })
  return query
}

/** After a visit: what the viewer may still look at freely has changed. */
export const useRefreshLive = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: liveKey })
}
