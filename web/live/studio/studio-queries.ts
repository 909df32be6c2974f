import { useQuery, useQueryClient } from '@tanstack/react-query'
import { liveRoomEndpoints, type OwnLive } from '#contract/live/rooms.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'

const myLiveKey = ['my-live'] as const
const streamKeyKey = [...myLiveKey, 'stream-key'] as const
/** What was earned and who came is told by no event. */
const refreshMs = 5_000

/** The broadcaster's running room, or what the next one begins with. Always as the server has it now. */
export const useMyLive = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: [...myLiveKey, 'room'],
    queryFn: ({ signal }) => fetchEndpoint(liveRoomEndpoints.getMyLive, {}, { signal }),
    enabled: status === 'authenticated',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.live ? refreshMs : false),
    refetchIntervalInBackground: true,
  })
}

/** Takes in what an answer tells of the own room, and asks again when an event says that it changed. */
export const useMyLiveCache = () => {
  const queries = useQueryClient()
  const key = [...myLiveKey, 'room'] as const
  const refresh = () => void queries.invalidateQueries({ queryKey: key })
  useSocketEvent('live:changed', refresh)
  return {
    set: (live: OwnLive) =>
      queries.setQueryData<{ live: OwnLive | null }>(key, (known) => known && { ...known, live }),
    refresh,
  }
}

export const useLiveSummary = (roomId: string) =>
  useQuery({
    queryKey: [...myLiveKey, 'summary', roomId],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(liveRoomEndpoints.getLiveSummary, { roomId }, { signal })).summary,
    staleTime: 0,
  })

export const useStreamKey = () =>
  useQuery({
    queryKey: streamKeyKey,
    queryFn: ({ signal }) => fetchEndpoint(liveRoomEndpoints.getStreamKey, {}, { signal }),
    staleTime: 0,
  })

export const useRefreshStreamKey = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: streamKeyKey })
}
