import { useQuery } from '@tanstack/react-query'
import { pointsEndpoints } from '#contract/points/points.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { pointsKey } from '#web/session/use-points.ts'
import { fetchEndpoint } from '#web/shell/query.ts'

/** The wallet's key starts with the balance's: invalidating the balance invalidates the wallet too. */
const walletKey = [...pointsKey, 'wallet'] as const

export const useWallet = () => {
  const query = useQuery({
    queryKey: walletKey,
    queryFn: ({ signal }) => fetchEndpoint(pointsEndpoints.getMyWallet, {}, { signal }),
    // A call may have spent from it a moment ago.
    staleTime: 0,
  })
  useSocketEvent('point:changed', () => void query.refetch())
  return query
}
