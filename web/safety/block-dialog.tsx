import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import styles from './safety-menu.module.css'

/** Says what a block does, and asks for it once more. */
export const BlockDialog = ({
  name,
  effects,
  isPending,
  error,
  night = false,
  onConfirm,
  onClose,
}: {
  name: string
  effects: readonly string[]
  isPending: boolean
  error: Error | null
  night?: boolean
  onConfirm: () => void
  onClose: () => void
}) => (
  <Modal
    open
    role="alertdialog"
    title={`${name}さんをブロックしますか？`}
    closeButton={false}
    dismissible={!isPending}
    night={night}
    onClose={onClose}
  >
    <ul className={styles.effects}>
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
      <li>ブロックしたことは、お相手に伝わりません。</li>
    </ul>
    {error ? (
      <p className={styles.refusal} role="alert">
        {error.message}
      </p>
    ) : null}
    <div className={styles.two}>
      <Button block data-autofocus aria-disabled={isPending} onClick={onClose}>
        やめる
      </Button>
      <Button block variant="primary" busy={isPending} onClick={onConfirm}>
        ブロックする
      </Button>
    </div>
  </Modal>
)
