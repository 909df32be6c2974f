import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
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
    <ConfirmDialog
      title={
        'name' in question
          ? `${question.name}をログアウトしますか？`
          : 'ほかの端末をすべてログアウトしますか？'
      }
      label="ログアウト"
      isPending={signOut.isPending}
      error={signOut.error}
      onConfirm={send}
      onClose={onClose}
    >
      <p className={styles.text}>
        すぐにログアウトされ、通知も届かなくなります。心当たりのない端末があるときは、パスワードの変更や復旧コードの作り直しもおすすめします。
      </p>
    </ConfirmDialog>
  )
}
