import { useId } from 'react'
import { Button } from '../button.tsx'
import styles from './alert-dialog.module.css'
import { Modal } from './modal.tsx'

/** An error that must be read: title, text, OK, and at most one other button. */
export const AlertDialog = ({
  open,
  onClose,
  title,
  message,
  action,
}: {
  open: boolean
  onClose: () => void
  title: string
  message: string
  action?: { label: string; onPress: () => void } | undefined
}) => {
  const messageId = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      align="center"
      closeButton={false}
      describedBy={messageId}
    >
      <p id={messageId} className={styles.message}>
        {message}
      </p>
      <div className={action ? styles.two : undefined}>
        <Button block variant={action ? 'quiet' : 'primary'} data-autofocus onClick={onClose}>
          OK
        </Button>
        {action ? (
          <Button block variant="primary" onClick={action.onPress}>
            {action.label}
          </Button>
        ) : null}
      </div>
    </Modal>
  )
}
