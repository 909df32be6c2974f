import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { useAddBlock } from './queries.ts'
import styles from './safety-menu.module.css'
import type { SafetySubject } from './safety-subject.ts'
import { useBlockDone } from './use-block-done.ts'

/** Says what a block does, and sets it. */
export const BlockModal = ({
  partner,
  place,
  night,
  onBlocked,
  onClose,
}: SafetySubject & { night: boolean; onClose: () => void }) => {
  const block = useAddBlock()
  const isDone = useBlockDone()
  /**
   * During a call its end may close this dialog before the answer arrives; the result is reported all the
   * same.
   */
  const send = async () => {
    try {
      await block.mutateAsync(partner.id)
    } catch {
      // Shown below the text.
      return
    }
    onClose()
    onBlocked?.()
    isDone(partner.name, place)
  }
  return (
    <Modal
      open
      role="alertdialog"
      title={`${partner.name}さんをブロックしますか？`}
      closeButton={false}
      dismissible={!block.isPending}
      night={night}
      onClose={onClose}
    >
      <ul className={styles.effects}>
        <li>お互いのプロフィールやトークが表示されなくなります。</li>
        <li>通話もメッセージもできなくなります。{place === 'call' ? 'いまの通話は終了します。' : ''}</li>
        <li>ブロックしたことは、お相手に伝わりません。</li>
      </ul>
      {block.error ? (
        <p className={styles.refusal} role="alert">
          {block.error.message}
        </p>
      ) : null}
      <div className={styles.two}>
        <Button block data-autofocus aria-disabled={block.isPending} onClick={onClose}>
          やめる
        </Button>
        <Button block variant="primary" busy={block.isPending} onClick={() => void send()}>
          ブロックする
        </Button>
      </div>
    </Modal>
  )
}
