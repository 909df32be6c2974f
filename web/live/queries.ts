import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { liveRoomEndpoints } from '#contract/live/rooms.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { ask } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

/** Below the people key: a block and a presence change invalidate it. */
const liveKey = [...peopleKey, 'live-rooms'] as const
const roomKey = (broadcasterId: string) => [...liveKey, 'room', broadcasterId] as const

/** A list that stays open is fetched again so often; a room that one looks at tells its changes itself. */
const listRefreshMs = 15_000

/** The rooms that run now, the most watched first. */
export const useLiveRooms = () => {
  const { status, data: session } = useSession()
  return useInfiniteQuery({
    queryKey: [...liveKey, 'list', session?.user.id ?? null],
    queryFn: ({ signal, pageParam }) =>
      ask(liveRoomEndpoints.getLiveRooms, pageParam === null ? {} : { after: pageParam }, { signal }),
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
    queryFn: ({ signal }) => ask(liveRoomEndpoints.getLiveRoom, { broadcasterId }, { signal }),
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
