import { DevicesPanel } from '../account/devices-panel.tsx'
import { GooglePanel } from '../account/google-panel.tsx'
import { MailPanel } from '../account/mail-panel.tsx'
import { PasskeyPanel } from '../account/passkey-panel.tsx'
import { PhonePanel } from '../account/phone-panel.tsx'
import { RecoveryCodePanel } from '../account/recovery-code-panel.tsx'
import { useSession } from '../account/session.tsx'
import { WayBackReminder } from '../account/way-back-reminder.tsx'
import { paths } from '../shell/paths.ts'
import { SubPage } from '../shell/sub-page.tsx'
import styles from './security-page.module.css'

/** How one signs in, and where one is signed in. Each matter is a panel of its own in web/account. */
export const SecurityPage = () => {
  const { data: session } = useSession({ required: true })
  return (
    <SubPage title="ログインと安全" back={paths.myPage()}>
      {session ? (
        <div className={styles.panels}>
          <WayBackReminder />
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
