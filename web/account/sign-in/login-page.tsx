import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import styles from '#web/layout/form-page.module.css'
import { FormPage } from '#web/layout/form-page.tsx'
import { Navigate, useNavigate, useSearchParams } from '#web/router/router.ts'
import { destinationPath } from '#web/session/destination.ts'
import { useSession } from '#web/session/session.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoginForm } from './login-form.tsx'
import { signInErrorText } from './sign-in-errors.ts'

export const LoginPage = () => {
  usePageTitle('ログイン')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { status } = useSession()
  const error = search.get('error')
  const callbackUrl = search.get('callbackUrl')
  const destination =
    callbackUrl === null ? paths.home() : destinationPath(window.location.origin, callbackUrl)
  // A login on this page navigates by the form itself; only a member who opened the page signed in is redirected.
  const [cameAsVisitor, setCameAsVisitor] = useState(false)
  if (status === 'unauthenticated' && !cameAsVisitor) setCameAsVisitor(true)
  if (status === 'authenticated' && !cameAsVisitor && !error) return <Navigate to={destination} replace />
  return (
    <FormPage title="ログイン">
      {error ? (
        <p className={styles.notice} role="alert">
          <Icon of={CircleAlert} size="s" />
          {signInErrorText(error)}
        </p>
      ) : null}
      <LoginForm
        destination={destination}
        onStartFree={() => void navigate(paths.signup())}
        onRecovery={() => void navigate(paths.recoveryLogin())}
      />
    </FormPage>
  )
}
