import { useMutation } from '@tanstack/react-query'
import { MailCheck, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { passwordResetEndpoints, resetLinkLifeMs } from '../../contract/password-reset.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { paths } from '../shell/paths.ts'
import { ask } from '../shell/query.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './account-page.module.css'
import { AccountPage } from './account-page.tsx'
import { openContact } from './contact.ts'
import formStyles from './registration-form.module.css'

const tokenShape = /^#[\w-]{43}$/

/** Asks for the mail; or, opened by the link of one, for the new password. */
export const PasswordResetPage = () => {
  usePageTitle('パスワードの再設定')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const opened = tokenShape.test(hash) ? hash.slice(1) : null
  if (opened !== null && opened !== token) setToken(opened)
  // It opens an account: it leaves the address bar and the history at once.
  useEffect(() => {
    if (hash !== '') void navigate(paths.resetPassword(), { replace: true })
  }, [hash, navigate])
  return (
    <AccountPage title="パスワードの再設定">
      {token === null ? (
        <RequestForm />
      ) : (
        <NewPasswordForm key={token} token={token} onAskAgain={() => setToken(null)} />
      )}
    </AccountPage>
  )
}

const Notice = ({ icon, children }: { icon: typeof MailCheck; children: ReactNode }) => (
  <p className={styles.notice} role="status">
    <Icon of={icon} size="s" />
    {children}
  </p>
)

const RequestForm = () => {
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const request = useMutation({
    mutationFn: (input: { email: string }) => ask(passwordResetEndpoints.passwordResetRequest, input),
  })
  return (
    <>
      {request.isSuccess ? (
        <Notice icon={MailCheck}>
          ご登録のメールアドレスであれば、再設定のメールをお送りしました。
          {resetLinkLifeMs / 60_000}分以内にリンクをひらいてください。
        </Notice>
      ) : (
        <p className={formStyles.consent}>登録したメールアドレスに、再設定のリンクをお送りします。</p>
      )}
      <form
        className={formStyles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!request.isPending) request.mutate({ email })
        }}
      >
        <Field label="メールアドレス" error={request.error?.message}>
          <Input
            type="email"
            name="email"
            required
            value={email}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setEmail(event.target.value)
              if (request.isError) request.reset()
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" block busy={request.isPending}>
          {request.isSuccess ? 'もう一度送る' : 'メールを送る'}
        </Button>
      </form>
      <Button variant="text" block onClick={() => openContact()}>
        メールが届かないとき
      </Button>
      <Button variant="quiet" block onClick={() => void navigate(paths.login())}>
        ログインにもどる
      </Button>
    </>
  )
}

const NewPasswordForm = ({ token, onAskAgain }: { token: string; onAskAgain: () => void }) => {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: (input: { token: string; password: string }) =>
      ask(passwordResetEndpoints.resetPwdForWeb, input),
  })
  if (reset.isSuccess)
    return (
      <>
        <Notice icon={ShieldCheck}>
          パスワードを変更しました。安全のため、すべての端末からログアウトしています。
        </Notice>
        <Button variant="primary" size="l" block onClick={() => void navigate(paths.login())}>
          ログインする
        </Button>
      </>
    )
  return (
    <>
      <form
        className={formStyles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!reset.isPending) reset.mutate({ token, password })
        }}
      >
        <Field label="新しいパスワード" hint="8文字以上" error={reset.error?.message}>
          <Input
            type="password"
            name="new-password"
            required
            value={password}
            autoComplete="new-password"
            onChange={(event) => {
              setPassword(event.target.value)
              if (reset.isError) reset.reset()
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" block busy={reset.isPending}>
          パスワードを変更する
        </Button>
      </form>
      <Button variant="text" block onClick={onAskAgain}>
        リンクをもう一度送る
      </Button>
    </>
  )
}
