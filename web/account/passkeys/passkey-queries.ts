import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { identityProofEndpoints } from '#contract/account/identity-proof.ts'
import { passkeysEndpoints } from '#contract/account/passkeys.ts'
import { getSession, useSession } from '#web/session/session.tsx'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'
import { requireProof } from '../identity-proof/identity-proof.ts'
import { signInMethodsKey } from '../sign-in/sign-in-methods.ts'
import { alertUnknownDevice, makePasskey, publishAccepted, signByPasskey } from './passkey-ceremony.ts'

const passkeysKey = ['account', 'passkeys'] as const

/** The member's passkeys, newest first, and whether the account has no other recovery method. */
export const usePasskeys = () => {
  const memberId = useSession().data?.user.id ?? null
  return useQuery({
    queryKey: [...passkeysKey, memberId],
    queryFn: ({ signal }) => fetchEndpoint(passkeysEndpoints.getPasskeys, {}, { signal }),
    enabled: memberId !== null,
  })
}

const useRefresh = () => {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: passkeysKey }),
      client.invalidateQueries({ queryKey: signInMethodsKey }),
    ])
}

/** Fails with a `CeremonyError` or an `AnswerError`. The session has another token afterwards, which the page learns. */
export const useAddPasskey = () => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async () => {
      const { options } = await requireProof(passkeysEndpoints.beginPasskeyRegistration, {})
      const attestation = await makePasskey(options)
      const { passkey } = await fetchEndpoint(passkeysEndpoints.finishPasskeyRegistration, {
        attestation,
      }).catch((error: unknown) => {
        // Without an answer it may have been taken.
        if (error instanceof AnswerError && error.code !== 'serverFailure')
          void alertUnknownDevice(options.rp.id, attestation.id)
        throw error
      })
      await getSession()
      return passkey
    },
    onSettled: () => refresh(),
  })
}

export const useRenamePasskey = () => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (input: { passkeyId: string; name: string }) =>
      fetchEndpoint(passkeysEndpoints.renamePasskey, input),
    onSuccess: () => refresh(),
  })
}

export const useDeletePasskey = () => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (input: { passkeyId: string; endsLastRecoveryMethod: boolean }) =>
      requireProof(passkeysEndpoints.deletePasskey, input),
    onSuccess: ({ accepted }) => {
      if (accepted) void publishAccepted(accepted)
    },
    onSettled: () => refresh(),
  })
}

/** Shows by a passkey that the account is the viewer's. */
export const useProveByPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const { options } = await fetchEndpoint(passkeysEndpoints.beginPasskeyIdentityProof, {})
      return fetchEndpoint(passkeysEndpoints.proveIdentityByPasskey, {
        assertion: await signByPasskey(options),
      })
    },
  })

/** The proofs that the viewer can give. */
export const useIdentityProofMethods = () =>
  useQuery({
    queryKey: ['account', 'identity-proof-ways'],
    queryFn: ({ signal }) => fetchEndpoint(identityProofEndpoints.getIdentityProofWays, {}, { signal }),
    gcTime: 0,
    staleTime: 0,
  })
