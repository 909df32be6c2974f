import { useQuery } from '@tanstack/react-query'
import { campaignsEndpoints } from '#contract/points/campaigns.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'

export const campaignsKey = ['campaigns'] as const

export const useCampaigns = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: campaignsKey,
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(campaignsEndpoints.getPeriodPointBacks, {}, { signal })).campaigns,
    enabled: status === 'authenticated',
  })
}
