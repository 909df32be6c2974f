import { useState } from 'react'
import type { SignInWays } from '#contract/account/mail-account.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { AnswerError } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { NewPasswordField } from '../password/new-password-field.tsx'
import styles from '../sign-in/registration-form.module.css'
import panelStyles from './mail-panel.module.css'
import { useSendConfirmMail } from './use-send-confirm-mail.ts'

const ofMail: ReadonlySet<RefusalCode> = new Set(['mailAddressWrong', 'mailUnchanged'])
const ofPassword: ReadonlySet<RefusalCode> = new Set([
  'newPasswordMissing',
  'newPasswordTooShort',
  'newPasswordTooLong',
  'newPasswordTooCommon',
  'newPasswordUnreadable',
])

/** The field under which a refusal's sentence is shown. */
const placeOf = (error: Error): 'mail' | 'password' | 'form' => {
  if (!(error instanceof AnswerError)) return 'form'
  if (ofMail.has(error.code)) return 'mail'
  return ofPassword.has(error.code) ? 'password' : 'form'
}

/** A form for a first address, with the password that will open the account, or for another address. */
export const MailAddressModal = ({ ways, onClose }: { ways: SignInWays; onClose: () => void }) => {
  const [email, setEmail] = useState(ways.pendingMail?.email ?? '')
  const [password, setPassword] = useState('')
  const send = useSendConfirmMail(onClose)
  const isFirst = ways.mail === null
  const needsPassword = isFirst && !ways.hasPassword
  const errorAt = (place: ReturnType<typeof placeOf>) =>
    send.error && placeOf(send.error) === place ? send.error.message : undefined
  const write = (change: () => void) => {
    change()
    if (send.isError) send.reset()
  }
  return (
    <Modal
      open
      title={isFirst ? 'メールアドレスの登録' : 'メールアドレスの変更'}
      dismissible={!send.isPending}
      onClose={onClose}
    >
      <p className={styles.lead}>
        {isFirst
          ? '確認のメールをお送りします。'
          : '新しいメールアドレスに確認のメールをお送りします。リンクを開くまでは、いまのメールアドレスのままです。'}
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!send.isPending) send.mutate({ email, ...(needsPassword && { password }) })
        }}
      >
        <Field label="メールアドレス" error={errorAt('mail')}>
          <Input
            type="email"
            name="email"
            required
            value={email}
            autoComplete={needsPassword ? 'username' : 'email'}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            onChange={(event) => write(() => setEmail(event.target.value))}
          />
        </Field>
        {needsPassword ? (
          <NewPasswordField
            value={password}
            error={errorAt('password')}
            onWrite={(written) => write(() => setPassword(written))}
          />
        ) : null}
        {errorAt('form') ? (
          <p className={panelStyles.failure} role="alert">
            {errorAt('form')}
          </p>
        ) : null}
        <Button type="submit" variant="primary" size="l" block busy={send.isPending}>
          確認メールを送る
        </Button>
      </form>
    </Modal>
  )
}
