import type { ReactNode } from 'react'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { Button } from '../button.tsx'
import styles from './confirm-dialog.module.css'
import { Modal, type ModalProps } from './modal.tsx'

/** Asks once more before something that can't be undone; open as long as it stands. A refusal is shown in it. */
export const ConfirmDialog = ({
  title,
  children,
  label,
  isEven = false,
  isPending,
  error = null,
  onConfirm,
  onClose,
  ...look
}: Pick<ModalProps, 'title' | 'children' | 'align' | 'night' | 'onClose'> & {
  /** What will happen. */
  children: ReactNode
  /** On the button that does it. */
  label: string
  /** Both answers weigh the same. */
  isEven?: boolean
  isPending: boolean
  error?: Error | null
  onConfirm: () => void
}) => (
  <Modal
    open
    role="alertdialog"
    title={title}
    closeButton={false}
    dismissible={!isPending}
    onClose={onClose}
    {...look}
  >
    {children}
    <Refusal text={error?.message} />
    <div className={styles.two}>
      <Button block data-autofocus aria-disabled={isPending} onClick={onClose}>
        やめる
      </Button>
      <Button block variant={isEven ? 'quiet' : 'primary'} busy={isPending} onClick={onConfirm}>
        {label}
      </Button>
    </div>
  </Modal>
)
