import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { googleEndpoints } from '../../contract/google.ts'
import { ask } from '../shell/query.ts'
import { askProven } from './identity-proof.ts'
import { useSession } from './session.tsx'

/** The Google account that opens the member's, and whether there is such a way at all. */
export const useGoogleAccount = () => {
  const memberId = useSession().data?.user.id ?? null
  return useQuery({
    queryKey: ['account', 'google', memberId],
    queryFn: ({ signal }) => ask(googleEndpoints.getGoogleAccount, {}, { signal }),
    enabled: memberId !== null,
  })
}

/** Leaves for Google, which leads back to the page of security. */
export const useLinkGoogle = () =>
  useMutation({
    mutationFn: async () => {
      const { url } = await askProven(googleEndpoints.beginGoogleLink, {})
      window.location.assign(url)
    },
  })

/** Leaves for Google, which leads back to this page. */
export const useProveByGoogle = () =>
  useMutation({
    mutationFn: async () => {
      const { url } = await ask(googleEndpoints.beginGoogleIdentityProof, {
        callbackUrl: window.location.href,
      })
      window.location.assign(url)
    },
  })

export const useUnlinkGoogle = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { endsLastWayBack: boolean }) => askProven(googleEndpoints.unlinkGoogle, input),
    // What else leads back counts otherwise now.
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  })
}
