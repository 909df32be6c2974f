import { Check, CircleAlert, Info, type LucideIcon, X } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { type ToastMessage, toastDefaultMs } from './toast.ts'
import styles from './toast-area.module.css'

const toneIcon = { plain: Info, ok: Check, error: CircleAlert } as const satisfies Record<
  NonNullable<ToastMessage['tone']>,
  LucideIcon
>

/** Specification 9: at most 400 px wide. */
const toasterWidth = { '--width': 'min(400px, calc(100vw - 24px))' } as CSSProperties

let root: Root | null = null
let layer: HTMLElement | null = null

/** The area lives in a popover, so that a toast stands above an open dialog. */
const ToastLayer = ({ first }: { first: () => void }) => {
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    first()
  }, [first])
  return (
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
    />
  )
}

const raise = () => {
  if (!layer?.showPopover) return
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
}

export const present = (message: ToastMessage): void => {
  if (root === null) {
    layer = document.createElement('div')
    layer.className = styles.layer ?? ''
    layer.popover = 'manual'
    document.body.append(layer)
    root = createRoot(layer)
    root.render(<ToastLayer first={() => show(message)} />)
    return
  }
  show(message)
}

const show = (message: ToastMessage): void => {
  raise()
  toast.dismiss()
  toast.custom((id) => <Toast message={message} onClose={() => toast.dismiss(id)} />, {
    duration: message.durationMs ?? toastDefaultMs,
  })
}

const Toast = ({ message, onClose }: { message: ToastMessage; onClose: () => void }) => {
  const tone = message.tone ?? 'plain'
  const { action } = message
  return (
    <div className={classes(styles.toast, styles[tone])}>
      {message.lead ?? (
        <span className={styles.mark}>
          <Icon of={toneIcon[tone]} />
        </span>
      )}
      <div role={tone === 'error' ? 'alert' : undefined}>
        <b>{message.title}</b>
        {message.text ? <p>{message.text}</p> : null}
      </div>
      {action ? (
        <Button
          variant="quiet"
          size="s"
          onClick={() => {
            onClose()
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      ) : (
        <IconButton icon={X} size="s" label="閉じる" onClick={onClose} />
      )}
    </div>
  )
}
