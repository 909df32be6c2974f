import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailAccountEndpoints } from '#contract/account/mail-account.ts'
import { getSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { requireProof } from '../identity-proof/identity-proof.ts'
import styles from '../sign-in/registration-form.module.css'
import { signInMethodsKey } from '../sign-in/sign-in-methods.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** Another password for the account, or its first beside another way to sign in. */
export const PasswordModal = ({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) => {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: (input: { password: string }) => requireProof(mailAccountEndpoints.changePassword, input),
    onSuccess: async () => {
      await Promise.all([getSession(), queries.invalidateQueries({ queryKey: signInMethodsKey })])
      void showToast({
        tone: 'ok',
        title: isFirst ? 'パスワードを設定しました' : 'パスワードを変更しました',
        text: 'ほかの端末からはログアウトしました。',
      })
      onClose()
    },
  })
  return (
    <Modal
      open
      title={isFirst ? 'パスワードの設定' : 'パスワードの変更'}
      dismissible={!change.isPending}
      onClose={onClose}
    >
      <p className={styles.lead}>安全のため、ほかの端末からはログアウトします。</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) change.mutate({ password })
        }}
      >
        <NewPasswordField
          label="新しいパスワード"
          value={password}
          error={change.error?.message}
          isFocusedFirst
          onWrite={(written) => {
            setPassword(written)
            if (change.isError) change.reset()
          }}
        />
        <Button type="submit" variant="primary" size="l" block busy={change.isPending}>
          {isFirst ? 'パスワードを設定する' : 'パスワードを変更する'}
        </Button>
      </form>
    </Modal>
  )
}
