import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from '../security-modal.module.css'
import { type SignOutSubject, useSignOutDevices } from './devices.ts'

export type SignOutQuestion =
  | { subject: Exclude<SignOutSubject, 'others'>; name: string }
  | { subject: 'others' }

/** Explains what signing out elsewhere does, and does it. */
export const SignOutModal = ({ question, onClose }: { question: SignOutQuestion; onClose: () => void }) => {
  const signOut = useSignOutDevices()
  const send = () =>
    signOut.mutate(question.subject, {
      onSuccess: () => {
        onClose()
        void showToast({ tone: 'ok', title: 'ログアウトしました' })
      },
    })
  return (
    <Modal
      open
      role="alertdialog"
      title={
        'name' in question
          ? `${question.name}をログアウトしますか？`
          : 'ほかの端末をすべてログアウトしますか？'
      }
      closeButton={false}
      dismissible={!signOut.isPending}
      onClose={onClose}
    >
      <p className={styles.text}>
        すぐにログアウトされ、通知も届かなくなります。心当たりのない端末があるときは、パスワードの変更や復旧コードの作り直しもおすすめします。
      </p>
      {signOut.error ? (
        <p className={styles.refusal} role="alert">
          {signOut.error.message}
        </p>
      ) : null}
      <div className={styles.two}>
        <Button block data-autofocus aria-disabled={signOut.isPending} onClick={onClose}>
          やめる
        </Button>
        <Button block variant="primary" busy={signOut.isPending} onClick={send}>
          ログアウト
        </Button>
      </div>
    </Modal>
  )
}
