import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { googleEndpoints } from '#contract/account/google.ts'
import { useSession } from '#web/session/session.tsx'
import { useBfcacheRestore } from '#web/shell/navigation/use-bfcache-restore.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { requireProof } from '../identity-proof/identity-proof.ts'

/** The Google account that opens the member's, and whether there is such a way at all. */
export const useGoogleAccount = () => {
  const memberId = useSession().data?.user.id ?? null
  return useQuery({
    queryKey: ['account', 'google', memberId],
    queryFn: ({ signal }) => fetchEndpoint(googleEndpoints.getGoogleAccount, {}, { signal }),
    enabled: memberId !== null,
  })
}

/** Navigates to the address that `begin` returns; busy until the page is gone. */
const useLeaving = (begin: () => Promise<{ url: string }>) => {
  const leave = useMutation({
    mutationFn: async () => {
      const { url } = await begin()
      window.location.assign(url)
    },
  })
  useBfcacheRestore(leave.reset)
  return { ...leave, isLeaving: leave.isPending || leave.isSuccess }
}

/** Navigates to Google, which returns to the security page. */
export const useLinkGoogle = () => useLeaving(() => requireProof(googleEndpoints.beginGoogleLink, {}))

/** Navigates to Google, which returns to this page. */
export const useProveByGoogle = () =>
  useLeaving(() =>
    fetchEndpoint(googleEndpoints.beginGoogleIdentityProof, { callbackUrl: window.location.href }),
  )

export const useUnlinkGoogle = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { endsLastRecoveryMethod: boolean }) =>
      requireProof(googleEndpoints.unlinkGoogle, input),
    // The other recovery methods count differently now.
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  })
}
