import { type LucideIcon, PhoneOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './controls.module.css'

/** One round control with its word below. `isOn` makes it a switch. */
export const Control = ({
  icon,
  label,
  isOn,
  disabled = false,
  onClick,
}: {
  icon: LucideIcon
  label: string
  isOn?: boolean
  disabled?: boolean
  onClick: () => void
}) => (
  <button type="button" className={styles.control} aria-pressed={isOn} disabled={disabled} onClick={onClick}>
    <span>
      <Icon of={icon} />
    </span>
    {label}
  </button>
)

/**
 * The row in the thumb's reach. Whatever ends the call, `end`, stands at its centre on every call screen; up to two
 * controls stand on either side, and an absent one leaves its place empty.
 */
export const Controls = ({
  end,
  left = [],
  right = [],
}: {
  end: { label: string; onClick: () => void; disabled?: boolean }
  left?: readonly ReactNode[]
  right?: readonly ReactNode[]
}) => (
  <div className={styles.controls}>
    <div className={styles.slot}>{left[0]}</div>
    <div className={styles.slot}>{left[1]}</div>
    <button
      type="button"
      className={classes(styles.control, styles.end)}
      disabled={end.disabled}
      onClick={end.onClick}
    >
      <span>
        <Icon of={PhoneOff} size="l" />
      </span>
      {end.label}
    </button>
    <div className={styles.slot}>{right[0]}</div>
    <div className={styles.slot}>{right[1]}</div>
  </div>
)
