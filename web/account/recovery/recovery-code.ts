import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { recoveryCodeEndpoints } from '#contract/account/recovery-code.ts'
import { getSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { requireProof } from '../identity-proof/identity-proof.ts'

/** Whether a code exists; the code itself is answered once, when it is created. */
export const useRecoveryCodeState = () =>
  useQuery({
    queryKey: ['account', 'recovery-code'],
    queryFn: ({ signal }) => fetchEndpoint(recoveryCodeEndpoints.getRecoveryCodeState, {}, { signal }),
  })

/** Creates a recovery code. It is a recovery method from then on, so everything cached about the account is stale. */
export const useCreateRecoveryCode = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { code } = await requireProof(recoveryCodeEndpoints.createRecoveryCode, {})
      // The session may go on under another cookie and token.
      await getSession()
      return code
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
    // The code exists on the screen and nowhere else.
    gcTime: 0,
  })
}

/** The file that a member stores. */
export const recoveryCodeFile = (code: string, address: string): string =>
  [
    '今宵（Koyoi）復旧コード',
    '',
    code,
    '',
    `${address} で入力すると、アカウントに戻れます。`,
    '1回だけ使えます。だれにも見せないでください。',
    '',
  ].join('\r\n')
