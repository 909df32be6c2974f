import { type LucideIcon, PhoneOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './controls.module.css'

/** One round control with its label below. `isOn` makes it a switch. */
export const Control = ({
  icon,
  label,
  isOn,
  hasDot = false,
  disabled = false,
  onClick,
}: {
  icon: LucideIcon
  label: string
  isOn?: boolean
  /** A mark for something new; the label should name it. */
  hasDot?: boolean
  disabled?: boolean
  onClick: () => void
}) => (
  <button type="button" className={styles.control} aria-pressed={isOn} disabled={disabled} onClick={onClick}>
    <span data-dot={hasDot || undefined}>
      <Icon of={icon} />
    </span>
    {label}
  </button>
)

/**
 * The row of controls within the thumb's reach. The control that ends the call, `end`, is at its centre on
 * every call screen; up to two controls are on either side, and an absent one leaves a gap.
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
