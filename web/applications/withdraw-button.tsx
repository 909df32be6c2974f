import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from './application-page.module.css'
import { useWithdrawApplication } from './queries.ts'

/** Withdraws the application, after a question. */
export const WithdrawButton = ({ state }: { state: 'draft' | 'needsMore' | 'submitted' }) => {
  const [isOpen, setIsOpen] = useState(false)
  const withdraw = useWithdrawApplication()
  const label = state === 'draft' ? '入力をやめて画像を消す' : '申し込みを取り下げる'
  const close = () => {
    setIsOpen(false)
    withdraw.reset()
  }
  const send = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => {
        close()
        void showToast({ tone: 'ok', title: '送っていただいた画像を消去しました' })
      },
    })
  return (
    <>
      <Button variant="text" block onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal open={isOpen} onClose={close} title={`${label}？`} dismissible={!withdraw.isPending}>
        <p>送っていただいた画像とお名前は、すぐに消去されます。あとからあらためてお申し込みいただけます。</p>
        {withdraw.error ? (
          <p className={styles.failure} role="alert">
            {withdraw.error.message}
          </p>
        ) : null}
        <div className={styles.two}>
          <Button block data-autofocus onClick={close}>
            戻る
          </Button>
          <Button block variant="ink" busy={withdraw.isPending} onClick={send}>
            消去する
          </Button>
        </div>
      </Modal>
    </>
  )
}
