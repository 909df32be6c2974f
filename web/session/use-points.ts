import { useQuery } from '@tanstack/react-query'
import { pointsEndpoints } from '#contract/points/points.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { useSession } from './session.tsx'

/** The balance's key in the query cache: events with a new balance write the number there. */
export const pointsKey = ['points', 'balance'] as const

/** The balance, fetched only with a session; undefined while it isn't known (specification 8). */
export const usePoints = (): number | undefined => {
  const { status } = useSession()
  const { data } = useQuery({
    queryKey: pointsKey,
    queryFn: async ({ signal }) => (await fetchEndpoint(pointsEndpoints.getMyPoint, {}, { signal })).point,
    enabled: status === 'authenticated',
  })
  return status === 'authenticated' ? data : undefined
}
