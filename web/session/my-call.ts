import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CallSnapshot, callsEndpoints } from '#contract/calls/calls.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { useSession } from './session.tsx'

/** The member's own running call in the query cache. */
export const myCallKey = ['calls', 'mine'] as const

/** The call the member is in now, wherever it was begun; null without one. */
export const useMyCall = (isWanted: boolean): CallSnapshot | null => {
  const { status } = useSession()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: myCallKey,
    queryFn: async ({ signal }) => (await fetchEndpoint(callsEndpoints.getMyCall, {}, { signal })).call,
    enabled: isWanted && status === 'authenticated',
  })
  useSocketEvent('call:changed', (call) => {
    queryClient.setQueryData<CallSnapshot | null>(myCallKey, (known) => {
      if (call.phase !== 'ended') return call
      return known && known.callId !== call.callId ? known : null
    })
  })
  useEffect(
    () => socketHub.onUp(() => void queryClient.invalidateQueries({ queryKey: myCallKey })),
    [queryClient],
  )
  return status === 'authenticated' && data && data.phase !== 'ended' ? data : null
}
