import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from './operator-pages.module.css'

/** An action that moves money or can't be undone: it explains itself, and runs at the second press. */
export const ConfirmButton = <Input, Output>({
  action,
  input,
  label,
  title,
  children,
  variant = 'quiet',
  disabled = false,
  onDone,
}: {
  /** From `useOperatorAction`. */
  action: UseMutationResult<Output, Error, Input>
  input: Input
  /** On the button, and on the one that confirms it. */
  label: string
  /** The question. */
  title: string
  /** What will happen: to whom, how much. */
  children?: ReactNode
  variant?: ButtonVariant
  /** Something that the action needs isn't filled in. */
  disabled?: boolean
  onDone?: (answer: Output) => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    action.reset()
  }
  return (
    <>
      <Button size="s" variant={variant} disabled={disabled} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal open={isOpen} onClose={close} title={title} dismissible={!action.isPending} closeButton={false}>
        {children}
        <Refusal text={action.error?.message} />
        <div className={styles.two}>
          <Button block data-autofocus disabled={action.isPending} onClick={close}>
            やめる
          </Button>
          <Button
            block
            variant="primary"
            busy={action.isPending}
            onClick={() =>
              action.mutate(input, {
                onSuccess: (answer) => {
                  close()
                  onDone?.(answer)
                },
              })
            }
          >
            {label}
          </Button>
        </div>
      </Modal>
    </>
  )
}
