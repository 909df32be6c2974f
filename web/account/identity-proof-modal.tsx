import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { identityProofEndpoints } from '../../contract/identity-proof.ts'
import { ask } from '../shell/query.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { endIdentityProof } from './identity-proof.ts'
import styles from './registration-form.module.css'

/** Before what an open phone in a stranger's hand must not do: the account's owner once more. */
export const IdentityProofModal = () => {
  const [password, setPassword] = useState('')
  const prove = useMutation({
    mutationFn: (input: { password: string }) => ask(identityProofEndpoints.proveIdentity, input),
    onSuccess: () => endIdentityProof(true),
  })
  return (
    <Modal
      open
      title="ご本人の確認"
      dismissible={!prove.isPending}
      onClose={() => void endIdentityProof(false)}
    >
      <p className={styles.consent}>安全のため、つづける前にもう一度ご本人であることを確かめます。</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!prove.isPending) prove.mutate({ password })
        }}
      >
        <Field label="パスワード" error={prove.error?.message}>
          <Input
            type="password"
            name="password"
            required
            value={password}
            autoComplete="current-password"
            data-autofocus
            onChange={(event) => {
              setPassword(event.target.value)
              if (prove.isError) prove.reset()
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" block busy={prove.isPending}>
          確認する
        </Button>
      </form>
    </Modal>
  )
}
