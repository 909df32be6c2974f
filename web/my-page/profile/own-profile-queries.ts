import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OwnProfile, ownProfileEndpoints, type ProfileChanges } from '#contract/people/own-profile.ts'
import { getSession } from '#web/session/session.tsx'
import { meKey } from '#web/session/use-me.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

const profileKey = ['account', 'profile'] as const

export const useOwnProfile = () =>
  useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }): Promise<OwnProfile> =>
      (await fetchEndpoint(ownProfileEndpoints.getMyProfile, {}, { signal })).profile,
    staleTime: 0,
  })

export const useUpdateProfile = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (changes: ProfileChanges & { isWarned: boolean }) =>
      (await fetchEndpoint(ownProfileEndpoints.updateUserInfo, changes)).profile,
    onSuccess: async (profile) => {
      queries.setQueryData(profileKey, profile)
      void queries.invalidateQueries({ queryKey: peopleKey, refetchType: 'none' })
      await Promise.all([queries.invalidateQueries({ queryKey: meKey }), getSession()])
    },
  })
}
