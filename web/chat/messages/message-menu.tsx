import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { menuPosition } from './menu-position.ts'
import styles from './message-menu.module.css'

export interface MenuItem {
  label: string
  icon: LucideIcon
  isDangerous?: boolean
  onPress: () => void
}

/**
 * Above everything else; closed by Esc, a press beside it, or by scrolling away. The focus returns to where
 * it was.
 */
export const MessageMenu = ({
  bubble,
  point,
  items,
  onClose,
}: {
  bubble: HTMLElement
  /** Where the finger or the mouse was; null for the keyboard. */
  point: { x: number; y: number } | null
  items: readonly MenuItem[]
  onClose: () => void
}) => {
  const menuRef = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(() => onClose())
  const place = useEffectEvent((menu: HTMLElement) => {
    const { left, top } = menuPosition(bubble.getBoundingClientRect(), point, menu.getBoundingClientRect(), {
      width: document.documentElement.clientWidth,
      height: document.documentElement.clientHeight,
    })
    menu.style.left = `${left}px`
    menu.style.top = `${top}px`
  })

  useLayoutEffect(() => {
    const menu = menuRef.current
    if (!menu) return
    const before = document.activeElement
    menu.showPopover?.()
    place(menu)
    menu.querySelector('button')?.focus({ preventScroll: true })
    // Not the browser's own light dismiss: lifting the finger that opened the menu would close it again.
    const onAway = (event: Event) => {
      if (!menu.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', onAway, true)
    document.addEventListener('wheel', onAway, { capture: true, passive: true })
    return () => {
      document.removeEventListener('pointerdown', onAway, true)
      document.removeEventListener('wheel', onAway, true)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  const move = (event: KeyboardEvent) => {
    const buttons = [...(menuRef.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab' || event.key === 'Escape') onClose()
    if (to === undefined) return
    event.preventDefault()
    buttons.at(to % buttons.length)?.focus()
  }

  return (
    <div
      ref={menuRef}
      popover="manual"
      role="menu"
      aria-label="メッセージのメニュー"
      className={styles.menu}
      onKeyDown={move}
    >
      {items.map(({ label, icon, isDangerous = false, onPress }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classes(isDangerous && styles.danger)}
          onClick={() => {
            onClose()
            onPress()
          }}
        >
          <Icon of={icon} size="s" />
          {label}
        </button>
      ))}
    </div>
  )
}
