import { useCallback, useState } from 'react'
import { analyticsId } from '#web/analytics/analytics-id.ts'
import { Link } from '#web/router/router.ts'
import { signIn } from '#web/session/session.tsx'
import { bootData } from '#web/shell/boot.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBfcacheRestore } from '#web/shell/navigation/use-bfcache-restore.ts'
import styles from '../google/google-button.module.css'
import { GoogleButton } from '../google/google-button.tsx'
import { answeredErrorText } from './sign-in-errors.ts'

interface Leading {
  /** Where Google's answer finally leads, on our own origin; null: this page. */
  destination: string | null
  label: string
  /** The form shows its own consent above the button. */
  hasConsent?: boolean
}

/** Login and registration by Google, which are the same; absent where Google isn't configured. */
export const GoogleSignInButton = (leading: Leading) =>
  bootData().hasGoogle ? <OfferedButton {...leading} /> : null

const OfferedButton = ({ destination, label, hasConsent = false }: Leading) => {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useBfcacheRestore(useCallback(() => setIsBusy(false), []))
  const press = async () => {
    setIsBusy(true)
    setFailure(null)
    const { error, ok } = await signIn('google', {
      callbackUrl: destination ?? window.location.href,
      googleClientId: analyticsId(),
    })
    // The browser is on its way to Google.
    if (ok) return
    setIsBusy(false)
    setFailure(answeredErrorText(error))
  }
  return (
    <div className={styles.way}>
      <GoogleButton size="l" busy={isBusy} onClick={() => void press()}>
        {label}
      </GoogleButton>
      <p role="status" className={styles.failure}>
        {failure}
      </p>
      <p className={styles.note}>
        {hasConsent ? null : <Consent />}
        ニックネームは自動でつき、あとで変更できます。Googleの名前は使いません。
      </p>
    </div>
  )
}

const Consent = () => (
  <>
    はじめての方は登録となり、18歳以上であることを確認し、
    <Link to={paths.legal('terms')} target="_blank">
      利用規約
    </Link>
    と
    <Link to={paths.legal('privacy')} target="_blank">
      プライバシーポリシー
    </Link>
    に同意したものとみなします。
  </>
)
