import { DevicesPanel } from '#web/account/devices/devices-panel.tsx'
import { GooglePanel } from '#web/account/google/google-panel.tsx'
import { MailPanel } from '#web/account/mail/mail-panel.tsx'
import { PasskeyPanel } from '#web/account/passkeys/passkey-panel.tsx'
import { PhonePanel } from '#web/account/phone/phone-panel.tsx'
import { RecoveryCodePanel } from '#web/account/recovery/recovery-code-panel.tsx'
import { RecoveryReminder } from '#web/account/recovery/recovery-reminder.tsx'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import styles from './security-page.module.css'

/** Sign-in methods and devices. Each has a panel of its own in web/account. */
export const SecurityPage = () => {
  const { data: session } = useSession({ required: true })
  return (
    <SubPage title="ログインと安全" back={paths.myPage()}>
      {session ? (
        <div className={styles.panels}>
          <RecoveryReminder />
          <MailPanel />
          <PhonePanel />
          <GooglePanel />
          <PasskeyPanel />
          <RecoveryCodePanel />
          <DevicesPanel />
        </div>
      ) : null}
    </SubPage>
  )
}
