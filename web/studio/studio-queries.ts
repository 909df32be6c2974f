import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EndpointSpec, RequestOf } from '#contract/core/endpoint.ts'
import { type StudioSettings, studioEndpoints } from '#contract/studio/studio.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { showToast } from '#web/ui/dialog/toast.ts'

const studioKey = ['studio'] as const

export const useStudio = () =>
  useQuery({
    queryKey: studioKey,
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(studioEndpoints.getStudioSettings, {}, { signal })).settings,
  })

const homeRefreshMs = 60_000

/** The broadcaster's day. The socket reports none of it but calls, so it is asked for again each minute. */
export const useBroadcasterHome = () =>
  useQuery({
    queryKey: [...studioKey, 'home'],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(studioEndpoints.getBroadcasterHome, {}, { signal })).home,
    staleTime: 0,
    refetchInterval: homeRefreshMs,
  })

/** Stores the new settings in the cache; profile, cards and switch are fetched again when they are shown. */
const applySettings = (queries: QueryClient, settings: StudioSettings): void => {
  queries.setQueryData(studioKey, settings)
  void queries.invalidateQueries({ queryKey: peopleKey })
}

type StudioEndpoint = (typeof studioEndpoints)[
  | 'updateCallRates'
  | 'updateSchedule'
  | 'updatePushStandby'
  | 'updateSharing']

/** Saves a part of the settings, and shows a toast. */
export const useStudioChange = <E extends StudioEndpoint>(
  endpoint: E,
  said: { done: (settings: StudioSettings) => string; failed: string },
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: RequestOf<E>) =>
      (
        await fetchEndpoint(
          endpoint as EndpointSpec as typeof studioEndpoints.updateCallRates,
          input as never,
        )
      ).settings,
    onSuccess: (settings) => {
      applySettings(queries, settings)
      void showToast({ tone: 'ok', title: said.done(settings) })
    },
    onError: (error) => void showToast({ tone: 'error', title: said.failed, text: error.message }),
  })
}
