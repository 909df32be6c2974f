import { type FormEvent, type ReactNode, useState } from 'react'
import {
  operatorAccountEndpoints,
  operatorPasswordMax,
  operatorPasswordMin,
} from '#contract/operators/account.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'
import { CodeList } from '../sign-in/code-list.tsx'

const PasswordField = ({
  label,
  value,
  onWrite,
  isNew = false,
}: {
  label: string
  value: string
  onWrite: (value: string) => void
  isNew?: boolean
}) => (
  <Field label={label} hint={isNew ? `${operatorPasswordMin}文字以上` : undefined}>
    <Input
      type="password"
      required
      minLength={isNew ? operatorPasswordMin : undefined}
      maxLength={operatorPasswordMax}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      onChange={(event) => onWrite(event.target.value)}
    />
  </Field>
)

/** Fields, the text of a refusal, one button. */
const SmallForm = ({
  action,
  button,
  onSubmit,
  children,
}: {
  action: { isPending: boolean; error: Error | null }
  button: string
  onSubmit: () => void
  children: ReactNode
}) => (
  <form
    className={styles.smallForm}
    onSubmit={(event: FormEvent) => {
      event.preventDefault()
      if (!action.isPending) onSubmit()
    }}
  >
    {children}
    <Refusal text={action.error?.message} />
    <Button type="submit" size="s" busy={action.isPending}>
      {button}
    </Button>
  </form>
)

export const RecoveryCodeRenewal = () => {
  const renew = useOperatorAction(operatorAccountEndpoints.operatorRenewRecoveryCodes)
  const [password, setPassword] = useState('')
  if (renew.data) {
    return (
      <div className={styles.smallForm}>
        <p role="status">新しい予備コードです。この画面にだけ表示されます。</p>
        <CodeList codes={renew.data.recoveryCodes} />
      </div>
    )
  }
  return (
    <SmallForm action={renew} button="再発行する" onSubmit={() => renew.mutate({ password })}>
      <PasswordField label="いまのパスワード" value={password} onWrite={setPassword} />
    </SmallForm>
  )
}

export const PasswordChange = () => {
  const change = useOperatorAction(operatorAccountEndpoints.operatorChangePassword)
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  if (change.isSuccess) return <p role="status">パスワードを変更しました。</p>
  return (
    <SmallForm action={change} button="変更する" onSubmit={() => change.mutate({ password, newPassword })}>
      <PasswordField label="現在のパスワード" value={password} onWrite={setPassword} />
      <PasswordField label="新しいパスワード" value={newPassword} onWrite={setNewPassword} isNew />
    </SmallForm>
  )
}
