import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { campaignsEndpoints } from '#contract/points/campaigns.ts'
import { pointsKey } from '#web/session/use-points.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { points } from '#web/text/format.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { campaignsKey } from './queries.ts'

/** Claims a campaign's points. A further press sends the same command: it can't be granted twice. */
export const useClaim = (campaignId: string) => {
  const queries = useQueryClient()
  const requestId = useRef<string>(undefined)
  return useMutation({
    mutationFn: () => {
      requestId.current ??= crypto.randomUUID()
      return fetchEndpoint(campaignsEndpoints.addPeriodPointBack, {
        campaignId,
        requestId: requestId.current,
      })
    },
    onSuccess: (granted) => {
      void showToast({ tone: 'ok', title: `${points(granted.points)}を受け取りました` })
      void queries.invalidateQueries({ queryKey: pointsKey })
    },
    onError: (error) => void showToast({ tone: 'error', title: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: campaignsKey }),
  })
}
