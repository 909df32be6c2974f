import { X } from 'lucide-react'
import { type ReactNode, useContext, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import styles from './modal.module.css'
import { AreModalsAside } from './modals-aside.ts'

export interface ModalProps {
  open: boolean
  /** Called by the close button, Esc and a press on the backdrop; the owner sets `open` to false. */
  onClose: () => void
  /** Its heading and its accessible name. */
  title: string
  children: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** False while something is being sent: Esc, backdrop and close button do nothing. */
  dismissible?: boolean
  /** Something is written in it: a press on the backdrop, which may be a slip, doesn't close it. */
  isWritten?: boolean
  /** Shows the × in the corner. */
  closeButton?: boolean
  align?: 'start' | 'center'
  /** Hides the heading visually; it still names the dialog. */
  titleHidden?: boolean
  /** Above the heading: a portrait, a picture. */
  lead?: ReactNode
  /** Always dark: modals over a call. */
  night?: boolean
  describedBy?: string
}

/**
 * A native modal dialog, at most 400 px wide. The page behind is inert and still, focus starts inside and
 * returns to where it was. An element with `data-autofocus` gets the focus where there is a mouse; on a phone the
 * dialog itself does, so that no keyboard jumps up.
 */
export const Modal = ({ open, ...rest }: ModalProps) => (open ? <OpenModal {...rest} /> : null)

/** Also for elements that appear only after the dialog has opened. */
export const focusFirst = (dialog: HTMLDialogElement) => {
  const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const hasMouse = window.matchMedia('(hover: hover)').matches
  const target = wanted && (hasMouse || wanted.tagName === 'BUTTON') ? wanted : dialog
  target.focus({ preventScroll: true })
}

const OpenModal = ({
  onClose,
  title,
  children,
  role,
  dismissible = true,
  isWritten,
  closeButton = true,
  align = 'start',
  titleHidden = false,
  lead,
  night = false,
  describedBy,
}: Omit<ModalProps, 'open'>) => {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const titleId = useId()
  const isAside = useContext(AreModalsAside)
  const close = useEffectEvent(() => onClose())

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (!dialog || isAside) return
    const before = document.activeElement
    dialog.showModal()
    focusFirst(dialog)
    // The browser may close a dialog by itself (a second Esc), which its owner must learn.
    // The event comes late: one for a dialog that is open again (development mounts twice) is ignored.
    const closedByBrowser = () => {
      if (!dialog.open) close()
    }
    dialog.addEventListener('close', closedByBrowser)
    return () => {
      dialog.removeEventListener('close', closedByBrowser)
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isAside])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for pointers; Esc and the button close it from the keyboard
    <dialog
      ref={dialogRef}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      tabIndex={-1}
      className={classes(styles.modal, align === 'center' && styles.center, night && 'night')}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (dismissible) onClose()
      }}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (dismissible && !isWritten && pressedBackdrop.current && event.target === event.currentTarget)
          onClose()
      }}
    >
      <div className={styles.body}>
        {lead}
        <div className={classes(styles.head, titleHidden && 'vh')}>
          <h2 id={titleId}>{title}</h2>
        </div>
        {children}
        {closeButton ? (
          <IconButton
            icon={X}
            label="閉じる"
            className={styles.close ?? ''}
            disabled={!dismissible}
            onClick={() => onClose()}
          />
        ) : null}
      </div>
    </dialog>
  )
}
