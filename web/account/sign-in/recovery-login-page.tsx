import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import styles from '#web/layout/form-page.module.css'
import { FormPage } from '#web/layout/form-page.tsx'
import { Navigate, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { openContact } from '#web/shell/contact.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { loginPorts, recoveryAnswer } from './browser-ports.ts'
import formStyles from './registration-form.module.css'

/** Sign-in by recovery code. */
export const RecoveryLoginPage = () => {
  usePageTitle('復旧コードでログイン')
  const { status } = useSession()
  const [isDone, setIsDone] = useState(false)
  // Another account's code would end this session, which may be the only way into its account.
  const [cameAsVisitor, setCameAsVisitor] = useState(false)
  if (status === 'unauthenticated' && !cameAsVisitor) setCameAsVisitor(true)
  if (status === 'authenticated' && !cameAsVisitor) return <Navigate to={paths.home()} replace />
  return (
    <FormPage hasWaysIn title={isDone ? 'ログインしました' : '復旧コードでログイン'}>
      {isDone ? <Done /> : <CodeForm onDone={() => setIsDone(true)} />}
    </FormPage>
  )
}

const CodeForm = ({ onDone }: { onDone: () => void }) => {
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') return setError('復旧コードを入力してください。')
    setIsBusy(true)
    const refused = await recoveryAnswer(code)
    setIsBusy(false)
    if (refused !== null) return setError(refused)
    loginPorts.saveFlag()
    onDone()
  }
  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field label="復旧コード" hint="24文字。ハイフンや空白はなくてもかまいません。" error={error}>
          <Input
            name="code"
            required
            value={code}
            className={styles.code}
            placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => {
              setCode(event.target.value)
              setError(null)
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" block busy={isBusy}>
          ログイン
        </Button>
      </form>
      <Button variant="text" block onClick={() => openContact()}>
        コードをなくした方
      </Button>
      <Button variant="quiet" block onClick={() => void navigate(paths.login())}>
        ほかの方法でログイン
      </Button>
    </>
  )
}

/** Full navigations, as after any login. */
const Done = () => (
  <>
    <p className={styles.notice} role="status">
      <Icon of={ShieldCheck} size="s" />
      使った復旧コードは、もう使えません。次に備えて、新しいコードを作成してください。
    </p>
    <Button variant="primary" size="l" block onClick={() => loginPorts.leave(paths.security())}>
      新しいコードを作成する
    </Button>
    <Button variant="text" block onClick={() => loginPorts.leave(paths.home())}>
      あとで作成する
    </Button>
  </>
)
