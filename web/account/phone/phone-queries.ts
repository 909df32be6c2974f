import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PhoneStatus, phoneEndpoints } from '#contract/account/phone.ts'
import { getSession } from '#web/session/session.tsx'
import { pointsKey } from '#web/session/use-points.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { points } from '#web/text/format.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { requireProof } from '../identity-proof/identity-proof.ts'

const phoneKey = ['account', 'phone'] as const

/** The server's seconds count from here, on the page's clock. */
export interface ReceivedPhoneStatus {
  phoneStatus: PhoneStatus
  receivedAtMs: number
}

const receivedNow = (phoneStatus: PhoneStatus): ReceivedPhoneStatus => ({
  phoneStatus,
  receivedAtMs: performance.now(),
})

export const usePhoneStatus = () =>
  useQuery({
    queryKey: phoneKey,
    queryFn: async ({ signal }) =>
      receivedNow((await fetchEndpoint(phoneEndpoints.getPhoneNumber, {}, { signal })).phoneStatus),
  })

/** Updates the cached phone status without another request. */
export const useUpdatePhoneStatus = () => {
  const queries = useQueryClient()
  return (change: Partial<PhoneStatus>) =>
    queries.setQueryData<ReceivedPhoneStatus>(
      phoneKey,
      (before) => before && receivedNow({ ...before.phoneStatus, ...change }),
    )
}

export const useSendPhoneCode = () => {
  const updateStatus = useUpdatePhoneStatus()
  return useMutation({
    mutationFn: (phoneNumber: string) => requireProof(phoneEndpoints.sendPhoneAuthCode, { phoneNumber }),
    onSuccess: ({ pending }) => updateStatus({ pending }),
  })
}

export const useVerifyPhoneCode = () => {
  const queries = useQueryClient()
  const updateStatus = useUpdatePhoneStatus()
  return useMutation({
    mutationFn: (code: string) => requireProof(phoneEndpoints.verifyPhoneAuthCode, { code }),
    onSuccess: async ({ phone, grantedPoints }) => {
      updateStatus({ phone, pending: null, ...(grantedPoints > 0 ? { bonusPoints: 0 } : {}) })
      void showToast(verifiedToast(grantedPoints))
      void queries.invalidateQueries({ queryKey: pointsKey })
      // The session goes on under another token.
      await getSession()
    },
  })
}

const verifiedToast = (grantedPoints: number) =>
  ({
    tone: 'ok',
    title: '電話番号を確認しました',
    ...(grantedPoints > 0 ? { text: `${points(grantedPoints)}をプレゼントしました。` } : {}),
  }) as const

export const useRemovePhone = () => {
  const updateStatus = useUpdatePhoneStatus()
  return useMutation({
    mutationFn: () => requireProof(phoneEndpoints.removePhoneNumber, {}),
    onSuccess: () => {
      updateStatus({ phone: null, pending: null })
      void showToast({ tone: 'ok', title: '電話番号を削除しました' })
    },
  })
}
