import { useEffect, useRef, useState } from 'react'
import { openForgottenPassword } from '#web/shell/contact.ts'
import { useStore } from '#web/shell/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ShowButton } from '../password/show-button.tsx'
import { loginPorts } from './browser-ports.ts'
import { GoogleSignInButton } from './google-sign-in-button.tsx'
import { createLogin } from './login.ts'
import { PasskeySignInButton } from './passkey-sign-in-button.tsx'
import styles from './registration-form.module.css'

/** What the fields hold: a browser fills them before the scripts are there, and without telling of it. */
const filledIn = (form: HTMLFormElement): { email: string; password: string } => {
  const fields = new FormData(form)
  return { email: String(fields.get('email')), password: String(fields.get('password')) }
}

interface WaysOn {
  /** The 無料ではじめる button. */
  onStartFree: () => void
  /** Opens the sign-in by recovery code. */
  onRecovery: () => void
}

/**
 * The body of the login modal and page (specification 2).
 * @param props `destination`: where a successful login leads, on our own origin
 */
export const LoginForm = ({ destination, ...waysOn }: WaysOn & { destination: string }) => {
  const [login] = useState(() => createLogin(destination, loginPorts))
  const { email, password, errors, phase } = useStore(login)
  const [isShown, setIsShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current) login.write(filledIn(form.current))
  }, [login])
  useEffect(() => {
    if (errors.email || errors.password) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        // Without scripts nothing that was typed becomes a part of an address.
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          login.write(filledIn(event.currentTarget))
          void login.submit()
        }}
      >
        <Field label="メールアドレス" error={errors.email} takesFocus>
          <Input
            type="email"
            name="email"
            required
            value={email}
            // Browsers offer passkeys where the last token says so.
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            onChange={(event) => login.write({ email: event.target.value })}
          />
        </Field>
        <Field
          label="パスワード"
          error={errors.password}
          takesFocus
          trailing={<ShowButton isShown={isShown} onToggle={() => setIsShown(!isShown)} />}
        >
          <Input
            type={isShown ? 'text' : 'password'}
            name="password"
            required
            value={password}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => login.write({ password: event.target.value })}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="l"
          block
          busy={phase.name === 'busy' || phase.name === 'leaving'}
        >
          ログイン
        </Button>
      </form>
      <PasskeySignInButton destination={destination} />
      <GoogleSignInButton destination={destination} label="Googleでログイン" />
      <OtherWays {...waysOn} />
      <AlertDialog
        open={phase.name === 'alert'}
        onClose={login.dismissAlert}
        title="ログインできませんでした"
        message={phase.name === 'alert' ? phase.message : ''}
      />
    </>
  )
}

/** For a forgotten password specification 2 has the contact modal, which there begins with the mailed reset. */
const OtherWays = ({ onRecovery, onStartFree }: WaysOn) => (
  <>
    <p className={styles.others}>
      <Button variant="text" size="s" onClick={openForgottenPassword}>
        パスワードを忘れた方
      </Button>
      <Button variant="text" size="s" onClick={onRecovery}>
        復旧コードでログイン
      </Button>
    </p>
    <p className={styles.or}>はじめての方</p>
    <Button variant="quiet" block onClick={onStartFree}>
      無料ではじめる
    </Button>
  </>
)
