import { KeyRound } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import styles from '../mail/mail-panel.module.css'
import { useSignInMethods } from '../sign-in/sign-in-methods.ts'

/** For a member who registered by nickname and has no recovery method: why this page is worth a minute. */
export const RecoveryReminder = () => {
  const { data: ways } = useSignInMethods()
  if (!ways?.isLostWithBrowser) return null
  return (
    <section className={styles.reminder} aria-labelledby="way-back-reminder">
      <Icon of={KeyRound} />
      <div>
        <h2 id="way-back-reminder">このアカウントは、いまこのブラウザでしか開けません</h2>
        <p>
          機種変更をしたり、ブラウザのデータを消したりすると、ポイントもトークも取り戻せなくなります。どれかひとつを登録しておけば、いつでも、どの端末からでも戻れます。
        </p>
      </div>
    </section>
  )
}
