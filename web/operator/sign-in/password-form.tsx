import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorEndpoints } from '#contract/operators/operators.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { refreshMe } from '../parts/operator-queries.ts'
import styles from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'

/** First step. `hasEnded`: an operator was signed in here until just now. */
export const PasswordForm = ({ hasEnded }: { hasEnded: boolean }) => {
  const client = useQueryClient()
  const [mail, setMail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => fetchEndpoint(operatorEndpoints.operatorSignIn, { mail, password }),
    onSuccess: () => refreshMe(client),
  })
  return (
    <SignInFrame title="運営コンソールにログイン">
      {hasEnded ? (
        <p className={styles.ended} role="status">
          ログインの有効期間が終わりました。もう一度ログインしてください。
        </p>
      ) : null}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!signIn.isPending) signIn.mutate()
        }}
      >
        <Field label="メールアドレス">
          <Input
            type="email"
            name="email"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={mail}
            onChange={(event) => setMail(event.target.value)}
          />
        </Field>
        <Field label="パスワード">
          <Input
            type="password"
            name="password"
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Refusal text={signIn.error?.message} />
        <Button type="submit" variant="primary" block busy={signIn.isPending}>
          次へ
        </Button>
      </form>
    </SignInFrame>
  )
}
