import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EndpointSpec, RequestOf } from '#contract/core/endpoint.ts'
import { type StudioSettings, studioEndpoints } from '#contract/studio/studio.ts'
import { peopleKey } from '#web/people/queries.ts'
import { ask } from '#web/shell/query.ts'
import { showToast } from '#web/ui/toast.ts'

const studioKey = ['studio'] as const

export const useStudio = () =>
  useQuery({
    queryKey: studioKey,
    queryFn: async ({ signal }) => (await ask(studioEndpoints.getStudioSettings, {}, { signal })).settings,
  })

/** What holds now; her profile, her cards and her switch show it the next time they are looked at. */
const takeIn = (queries: QueryClient, settings: StudioSettings): void => {
  queries.setQueryData(studioKey, settings)
  void queries.invalidateQueries({ queryKey: peopleKey })
}

type StudioEndpoint = (typeof studioEndpoints)['updateCallRates' | 'updateSchedule' | 'updatePushStandby']

/** Saves a part of the settings, and says so. */
export const useStudioChange = <E extends StudioEndpoint>(
  endpoint: E,
  said: { done: (settings: StudioSettings) => string; failed: string },
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: RequestOf<E>) =>
      (await ask(endpoint as EndpointSpec as typeof studioEndpoints.updateCallRates, input as never))
        .settings,
    onSuccess: (settings) => {
      takeIn(queries, settings)
      void showToast({ tone: 'ok', title: said.done(settings) })
    },
    onError: (error) => void showToast({ tone: 'error', title: said.failed, text: error.message }),
  })
}
