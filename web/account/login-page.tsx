import { CircleAlert } from 'lucide-react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { callbackWithin } from '../../domain/account/callback-url.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { paths } from '../shell/paths.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './account-page.module.css'
import { AccountPage } from './account-page.tsx'
import { LoginForm } from './login-form.tsx'
import { useSession } from './session.tsx'
import { signInErrorText } from './sign-in-errors.ts'

/** The address after logging in, as a path of our own; anything foreign or /login itself becomes home. */
const destinationOf = (callbackUrl: string | null): string => {
  const { origin } = window.location
  const url = new URL(callbackWithin(origin, callbackUrl), origin)
  return url.pathname === paths.login() ? paths.home() : `${url.pathname}${url.search}${url.hash}`
}

export const LoginPage = () => {
  usePageTitle('ログイン')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { status } = useSession()
  const error = search.get('error')
  const destination = destinationOf(search.get('callbackUrl'))
  if (status === 'authenticated' && !error) return <Navigate to={destination} replace />
  return (
    <AccountPage title="ログイン">
      {error ? (
        <p className={styles.notice} role="alert">
          <Icon of={CircleAlert} size="s" />
          {signInErrorText(error)}
        </p>
      ) : null}
      <LoginForm destination={destination} onStartFree={() => void navigate(paths.signup())} />
    </AccountPage>
  )
}
