import { DevicesPanel } from '#web/account/devices/devices-panel.tsx'
import { GooglePanel } from '#web/account/google/google-panel.tsx'
import { useGoogleAccount } from '#web/account/google/google-queries.ts'
import { MailPanel } from '#web/account/mail/mail-panel.tsx'
import { PasskeyPanel } from '#web/account/passkeys/passkey-panel.tsx'
import { usePasskeys } from '#web/account/passkeys/passkey-queries.ts'
import { PhonePanel } from '#web/account/phone/phone-panel.tsx'
import { usePhoneStatus } from '#web/account/phone/phone-queries.ts'
import { RecoveryCodePanel } from '#web/account/recovery/recovery-code-panel.tsx'
import { RecoveryReminder } from '#web/account/recovery/recovery-reminder.tsx'
import { useSignInMethods } from '#web/account/sign-in/sign-in-methods.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { isAwaited } from '#web/shell/query.ts'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from './security-page.module.css'

/** Sign-in methods and devices. Each has a panel of its own in web/account. */
export const SecurityPage = () => {
  const { data: session } = useSession({ required: true })
  return (
    <SubPage title="ログインと安全" back={paths.myPage()}>
      {session ? <Panels /> : null}
    </SubPage>
  )
}

const Panels = () => {
  const aboveTheFold = [useSignInMethods(), usePhoneStatus(), useGoogleAccount(), usePasskeys()]
  if (aboveTheFold.some(isAwaited)) return <RowsSkeleton count={6} />
  return (
    <div className={styles.panels}>
      <RecoveryReminder />
      <MailPanel />
      <PhonePanel />
      <GooglePanel />
      <PasskeyPanel />
      <RecoveryCodePanel />
      <DevicesPanel />
    </div>
  )
}
