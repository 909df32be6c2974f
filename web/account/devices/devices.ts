import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { devicesEndpoints } from '#contract/account/devices.ts'
import { getSession } from '#web/session/session.tsx'
import { fetchEndpoint, isNotFound } from '#web/shell/query.ts'
import { requireProof } from '../identity-proof/identity-proof.ts'

const devicesKey = ['account', 'devices'] as const

/** Where the member is signed in. */
export const useDevices = () =>
  useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await fetchEndpoint(devicesEndpoints.getDevices, {}, { signal })).devices,
  })

/** What to sign out: one device, or all others. */
export type SignOutSubject = { deviceId: string } | 'others'

const signOut = async (subject: SignOutSubject): Promise<void> => {
  if (subject !== 'others') {
    await requireProof(devicesEndpoints.signOutDevice, subject)
    return
  }
  await requireProof(devicesEndpoints.signOutOtherDevices, {})
  // This session may go on under another cookie and token.
  await getSession()
}

export const useSignOutDevices = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (subject: SignOutSubject) =>
      signOut(subject).catch((error: unknown) => {
        // The device was signed out before, which is the wanted result.
        if (!isNotFound(error)) throw error
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: devicesKey }),
  })
}
