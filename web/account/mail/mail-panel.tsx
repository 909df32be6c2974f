import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailQuestion } from 'lucide-react'
import { useState } from 'react'
import { mailAccountEndpoints, type SignInWays } from '#contract/account/mail-account.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PasswordModal } from '../password/password-modal.tsx'
import { signInMethodsKey, useSignInMethods } from '../sign-in/sign-in-methods.ts'
import { MailAddressModal } from './mail-address-modal.tsx'
import styles from './mail-panel.module.css'
import { useSendConfirmMail } from './use-send-confirm-mail.ts'

/** The mail address and the password of the account: none, waiting for its confirmation, or confirmed. */
export const MailPanel = () => {
  const query = useSignInMethods()
  const [opened, setOpened] = useState<'mail' | 'password' | null>(null)
  const { data: ways } = query
  const close = () => setOpened(null)
  return (
    <Panel title="メールアドレスとパスワード">
      {ways ? (
        <MailState ways={ways} onChange={setOpened} />
      ) : query.isError ? (
        <ErrorState
          message={query.error.message}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton height={104} />
      )}
      {ways && opened === 'mail' ? <MailAddressModal ways={ways} onClose={close} /> : null}
      {opened === 'password' ? <PasswordModal isFirst={!ways?.hasPassword} onClose={close} /> : null}
    </Panel>
  )
}

interface Changing {
  ways: SignInWays
  onChange: (what: 'mail' | 'password') => void
}

const MailState = ({ ways, onChange }: Changing) => (
  <>
    {ways.mail === null ? null : <Confirmed mail={ways.mail} ways={ways} onChange={onChange} />}
    {ways.pendingMail ? <Waiting pending={ways.pendingMail} onChange={() => onChange('mail')} /> : null}
    {ways.mail === null && !ways.pendingMail ? (
      <>
        <p className={styles.note}>
          登録すると、機種変更のあとも、ほかの端末からも、メールアドレスとパスワードでログインできます。ほかの方に表示されることはありません。
        </p>
        <Button variant="primary" block onClick={() => onChange('mail')}>
          メールアドレスを登録する
        </Button>
      </>
    ) : null}
  </>
)

const Confirmed = ({ mail, ways, onChange }: Changing & { mail: string }) => (
  <dl className={styles.rows}>
    <div>
      <dt>メールアドレス</dt>
      <dd>{mail}</dd>
      {ways.pendingMail ? null : (
        <dd className={styles.action}>
          <Button size="s" aria-label="メールアドレスを変更" onClick={() => onChange('mail')}>
            変更
          </Button>
        </dd>
      )}
    </div>
    <div>
      <dt>パスワード</dt>
      <dd>{ways.hasPassword ? '設定済み' : '未設定'}</dd>
      <dd className={styles.action}>
        <Button
          size="s"
          aria-label={ways.hasPassword ? 'パスワードを変更' : 'パスワードを設定'}
          onClick={() => onChange('password')}
        >
          {ways.hasPassword ? '変更' : '設定'}
        </Button>
      </dd>
    </div>
  </dl>
)

const Waiting = ({
  pending,
  onChange,
}: {
  pending: NonNullable<SignInWays['pendingMail']>
  onChange: () => void
}) => {
  const queries = useQueryClient()
  const resend = useSendConfirmMail()
  const cancel = useMutation({
    mutationFn: () => fetchEndpoint(mailAccountEndpoints.cancelConfirmEmail, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: signInMethodsKey }),
    onError: (error) => showToast({ tone: 'error', title: '取りやめられませんでした', text: error.message }),
  })
  return (
    <div className={styles.waiting}>
      <p className={styles.pending} role="status">
        <Icon of={MailQuestion} size="s" />
        <span>
          <b>{pending.email}</b>
          確認メールをお送りしました。メールのリンクを開くと、登録が完了します。
        </span>
      </p>
      <p className={styles.note}>
        リンクは
        <DateText at={pending.expiresAt} />
        まで使えます。届かないときは、迷惑メールのフォルダもご確認ください。
      </p>
      <div className={styles.two}>
        <Button block busy={resend.isPending} onClick={() => resend.mutate({ email: pending.email })}>
          もう一度送る
        </Button>
        <Button block onClick={onChange}>
          アドレスを直す
        </Button>
      </div>
      {resend.error ? (
        <p className={styles.failure} role="alert">
          {resend.error.message}
        </p>
      ) : null}
      <Button variant="text" block busy={cancel.isPending} onClick={() => cancel.mutate()}>
        登録を取りやめる
      </Button>
    </div>
  )
}
