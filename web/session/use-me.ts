import { useQuery } from '@tanstack/react-query'
import { accountEndpoints } from '#contract/account/account.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { useSession } from './session.tsx'

export const meKey = ['account', 'me'] as const

/** The signed-in member; requested only with a session. */
export const useMe = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: meKey,
    queryFn: async ({ signal }) => (await fetchEndpoint(accountEndpoints.getMyUserInfo, {}, { signal })).user,
    enabled: status === 'authenticated',
    staleTime: 5 * 60_000,
  })
}
