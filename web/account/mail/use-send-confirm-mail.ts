import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mailAccountEndpoints } from '#contract/account/mail-account.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { requireProof } from '../identity-proof/identity-proof.ts'
import { signInMethodsKey } from '../sign-in/sign-in-methods.ts'

/** Sends the mail that confirms an address: a new one, or once more the one that is unconfirmed. */
export const useSendConfirmMail = (onSent: () => void = () => undefined) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { email: string; password?: string }) =>
      requireProof(mailAccountEndpoints.sendConfirmEmail, input),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: signInMethodsKey })
      void showToast({ tone: 'ok', title: '確認メールをお送りしました' })
      onSent()
    },
  })
}
