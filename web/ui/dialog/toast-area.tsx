import { Check, CircleAlert, Info, type LucideIcon, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { type ToastMessage, toastDefaultMs } from './toast.ts'
import styles from './toast-area.module.css'

const toneIcon = { plain: Info, ok: Check, error: CircleAlert } as const satisfies Record<
  NonNullable<ToastMessage['tone']>,
  LucideIcon
>

/** Specification 9: at most 400 px wide. */
const toasterWidth = { '--width': 'min(400px, calc(100vw - 24px))' } as CSSProperties

let layer: HTMLElement | null = null

/** The area lives in a popover of its own, so that a toast is above an open dialog. */
const createLayer = (): HTMLElement => {
  const made = document.createElement('div')
  // A call's screen is dark in both themes, and a toast on it too, also one that was there before the screen.
  made.className = classes(styles.layer, 'night-with-screen')
  made.popover = 'manual'
  document.body.append(made)
  // It lies over the page, so it makes way for whatever is pressed beside it.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !made.contains(target)) toast.dismiss()
  })
  createRoot(made).render(
    <Toaster
      position="top-center"
      visibleToasts={1}
      duration={toastDefaultMs}
      offset={0}
      mobileOffset={0}
      gap={0}
      containerAriaLabel="お知らせ"
      hotkey={[]}
      style={toasterWidth}
    />,
  )
  return made
}

/** Raises the area above the latest dialog. Browsers without popovers show it in its place in the page. */
const raise = (area: HTMLElement): void => {
  if (!area.showPopover) return
  if (area.matches(':popover-open')) area.hidePopover()
  area.showPopover()
}

export const present = (message: ToastMessage): void => {
  layer ??= createLayer()
  raise(layer)
  toast.dismiss()
  toast.custom((id) => <Toast message={message} onClose={() => toast.dismiss(id)} />, {
    duration: message.durationMs ?? toastDefaultMs,
  })
}

const Toast = ({ message, onClose }: { message: ToastMessage; onClose: () => void }) => {
  const { tone = 'plain', action, onPress } = message
  const closeAnd = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <div className={classes(styles.toast, styles[tone])}>
      {onPress ? (
        <button type="button" className={styles.said} onClick={closeAnd(onPress)}>
          <Said message={message} />
        </button>
      ) : (
        <div className={styles.said} role={tone === 'error' ? 'alert' : undefined}>
          <Said message={message} />
        </div>
      )}
      {action ? (
        <Button variant="quiet" size="s" onClick={closeAnd(action.onPress)}>
          {action.label}
        </Button>
      ) : (
        <IconButton icon={X} size="s" label="閉じる" onClick={onClose} />
      )}
    </div>
  )
}

const Said = ({ message: { tone = 'plain', lead, title, text } }: { message: ToastMessage }) => (
  <>
    {lead ?? (
      <span className={styles.mark}>
        <Icon of={toneIcon[tone]} />
      </span>
    )}
    <span>
      <b>{title}</b>
      {text ? <span className={styles.text}>{text}</span> : null}
    </span>
  </>
)
