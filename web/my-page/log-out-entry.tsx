import { LogOut as LogOutIcon } from 'lucide-react'
import { useState } from 'react'
import { mailAccountEndpoints } from '#contract/account/mail-account.ts'
import { useNavigate } from '#web/router/router.ts'
import { signOut } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from './log-out-entry.module.css'
import { MenuButton } from './my-page-menu.tsx'

/** Whether the account has no recovery method. Where that is unknown the sign-out itself reports its outcome. */
const isLostWithBrowser = (): Promise<boolean> =>
  fetchEndpoint(mailAccountEndpoints.getSignInWays, {})
    .then(({ ways }) => ways.isLostWithBrowser)
    .catch(() => false)

type Step = 'none' | 'asking' | 'warning' | 'leaving'

/** Signs out; of an account without a recovery method only after a confirmation. */
export const useLogOut = () => {
  const [step, setStep] = useState<Step>('none')
  const navigate = useNavigate()
  const leave = async () => {
    setStep('leaving')
    // This page needs a session: without one it would redirect to the login before the home screen opens.
    await navigate(paths.home())
    const { ok } = await signOut({ callbackUrl: paths.home() })
    if (ok) return
    void showToast({
      tone: 'error',
      title: 'ログアウトできませんでした',
      text: '通信環境をご確認ください。',
    })
  }
  const press = async () => {
    setStep('asking')
    if (await isLostWithBrowser()) setStep('warning')
    else await leave()
  }
  return { step, press, leave, stay: () => setStep('none') }
}
type LogOut = ReturnType<typeof useLogOut>

export const LogOutEntry = ({ logOut: { step, press } }: { logOut: LogOut }) => (
  <MenuButton icon={LogOutIcon} busy={step === 'asking' || step === 'leaving'} onPress={() => void press()}>
    {step === 'leaving' ? 'ログアウトしています' : 'ログアウト'}
  </MenuButton>
)

/** Rendered outside of the menu. */
export const LogOutWarning = ({ logOut: { step, leave, stay } }: { logOut: LogOut }) => (
  <Modal open={step === 'warning'} title="ログアウトすると戻れません" role="alertdialog" onClose={stay}>
    <p className={styles.sentence}>
      このアカウントは、いまこのブラウザでしか開けません。ログアウトすると、ポイントもトークも取り戻せなくなります。
    </p>
    <div className={styles.ways}>
      <ButtonLink variant="primary" block to={paths.security()} data-autofocus>
        戻る方法を登録する
      </ButtonLink>
      <Button variant="text" block onClick={() => void leave()}>
        それでもログアウト
      </Button>
    </div>
  </Modal>
)
