import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import {
  type AccountDialog,
  closeAccountDialog,
  openLogin,
  openRegistration,
  type Wanted,
} from '#web/session/account-dialog-state.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { LoginForm } from './sign-in/login-form.tsx'
import { afterRegistration } from './sign-in/registration.ts'
import styles from './sign-in/registration-form.module.css'
import { RegistrationForm, useRegistration } from './sign-in/registration-form.tsx'

export const AccountModal = ({ dialog }: { dialog: AccountDialog }) =>
  dialog.name === 'login' ? <LoginModal /> : <RegistrationModal wanted={dialog.wanted} />

const RegistrationModal = ({ wanted }: { wanted: Wanted | null }) => {
  const { pathname } = useLocation()
  const registration = useRegistration(afterRegistration(pathname, wanted?.to))
  const { phase } = useSyncExternalStore(registration.subscribe, registration.get)
  useEffect(() => {
    if (phase.name === 'leaving') closeAccountDialog()
  }, [phase])
  return (
    <Modal open title="アカウントの作成" onClose={closeAccountDialog} dismissible={phase.name !== 'sending'}>
      {wanted ? <p className={styles.lead}>登録すると、{wanted.what}へすすみます。</p> : null}
      <RegistrationForm
        registration={registration}
        wanted={wanted}
        onLogin={openLogin}
        onLeave={closeAccountDialog}
      />
    </Modal>
  )
}

const LoginModal = () => {
  const navigate = useNavigate()
  const goTo = (path: string) => {
    closeAccountDialog()
    void navigate(path)
  }
  return (
    <Modal open title="ログイン" onClose={closeAccountDialog}>
      <LoginForm
        destination={paths.home()}
        onStartFree={openRegistration}
        onRecovery={() => goTo(paths.recoveryLogin())}
      />
    </Modal>
  )
}
