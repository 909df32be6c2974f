import { useMutation } from '@tanstack/react-query'
import { MailCheck, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { passwordResetEndpoints, resetLinkLifeMs } from '#contract/account/password-reset.ts'
import { FormPage } from '#web/layout/form-page.tsx'
import { useNavigate } from '#web/router/router.ts'
import { openContact } from '#web/shell/contact.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { AccountNotice } from '../account-notice.tsx'
import { useMailedToken } from '../mail/mailed-token.ts'
import formStyles from '../sign-in/registration-form.module.css'
import { NewPasswordField } from './new-password-field.tsx'

/** Requests the mail; opened by the link of one, it takes the new password. */
export const PasswordResetPage = () => {
  usePageTitle('パスワードの再設定')
  const { token, drop } = useMailedToken(paths.resetPassword())
  return (
    <FormPage hasWaysIn title="パスワードの再設定">
      {token === null ? <RequestForm /> : <NewPasswordForm key={token} token={token} onRequestAgain={drop} />}
    </FormPage>
  )
}

const RequestForm = () => {
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const request = useMutation({
    mutationFn: (input: { email: string }) =>
      fetchEndpoint(passwordResetEndpoints.passwordResetRequest, input),
  })
  return (
    <>
      {request.isSuccess ? (
        <AccountNotice icon={MailCheck} isDone>
          ご登録のメールアドレスであれば、再設定のメールをお送りしました。
          {resetLinkLifeMs / 60_000}分以内にリンクを開いてください。
        </AccountNotice>
      ) : (
        <p className={formStyles.lead}>登録したメールアドレスに、再設定のリンクをお送りします。</p>
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
        <Button
          type="submit"
          variant={request.isSuccess ? 'quiet' : 'primary'}
          size="l"
          block
          busy={request.isPending}
        >
          {request.isSuccess ? 'もう一度送る' : 'メールを送る'}
        </Button>
      </form>
      <Button variant="text" block onClick={() => openContact()}>
        メールが届かないとき
      </Button>
      <Button variant="quiet" block onClick={() => void navigate(paths.login())}>
        ログインに戻る
      </Button>
    </>
  )
}

const NewPasswordForm = ({ token, onRequestAgain }: { token: string; onRequestAgain: () => void }) => {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: (input: { token: string; password: string }) =>
      fetchEndpoint(passwordResetEndpoints.resetPwdForWeb, input),
  })
  if (reset.isSuccess)
    return (
      <>
        <AccountNotice icon={ShieldCheck} isDone>
          パスワードを変更しました。安全のため、すべての端末からログアウトしています。
        </AccountNotice>
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
        <NewPasswordField
          label="新しいパスワード"
          value={password}
          error={reset.error?.message}
          onWrite={(written) => {
            setPassword(written)
            if (reset.isError) reset.reset()
          }}
        />
        <Button type="submit" variant="primary" size="l" block busy={reset.isPending}>
          パスワードを変更する
        </Button>
      </form>
      <Button variant="text" block onClick={onRequestAgain}>
        リンクをもう一度送る
      </Button>
    </>
  )
}
