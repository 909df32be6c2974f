import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
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
  <ConfirmDialog
    title={`${name}さんをブロックしますか？`}
    label="ブロックする"
    isPending={isPending}
    error={error}
    night={night}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <ul className={styles.effects}>
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
      <li>ブロックしたことは、お相手に伝わりません。</li>
    </ul>
  </ConfirmDialog>
)
