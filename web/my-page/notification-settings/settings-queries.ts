import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { notificationSettingsEndpoints } from '#contract/notifications/notification-settings.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { showToast } from '#web/ui/dialog/toast.ts'

const settingsKey = ['notification-settings'] as const

export const useNotificationSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(notificationSettingsEndpoints.getNotificationSettings, {}, { signal })).settings,
    staleTime: 0,
  })

type Changes = RequestOf<typeof notificationSettingsEndpoints.updateNotificationSettings>

/** Changes one setting; a switch shows it once the server has stored it. */
export const useUpdateSettings = () => {
  const queries = useQueryClient()
  return useMutation({
    // One after the other: the answer to an earlier change could overwrite a later one.
    scope: { id: 'notification-settings' },
    mutationFn: async (changes: Changes) =>
      (await fetchEndpoint(notificationSettingsEndpoints.updateNotificationSettings, changes)).settings,
    onSuccess: (settings) => queries.setQueryData(settingsKey, settings),
    onError: (error) => void showToast({ tone: 'error', title: '変更できませんでした', text: error.message }),
  })
}
