import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import {
  type AccountDialog,
  closeAccountDialog,
  openLogin,
  openRegistration,
} from '#web/session/account-dialog-state.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { LoginForm } from './sign-in/login-form.tsx'
import { afterRegistration } from './sign-in/registration.ts'
import { RegistrationForm, useRegistration } from './sign-in/registration-form.tsx'

export const AccountModal = ({ dialog }: { dialog: AccountDialog }) =>
  dialog === 'login' ? <LoginModal /> : <RegistrationModal />

const RegistrationModal = () => {
  const { pathname } = useLocation()
  const registration = useRegistration(afterRegistration(pathname))
  const { phase } = useSyncExternalStore(registration.subscribe, registration.get)
  useEffect(() => {
    if (phase.name === 'leaving') closeAccountDialog()
  }, [phase])
  return (
    <Modal open title="アカウントの作成" onClose={closeAccountDialog} dismissible={phase.name !== 'sending'}>
      <RegistrationForm registration={registration} onLogin={openLogin} onLeave={closeAccountDialog} />
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
        onReset={() => goTo(paths.resetPassword())}
        onRecovery={() => goTo(paths.recoveryLogin())}
      />
    </Modal>
  )
}
