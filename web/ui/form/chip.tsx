import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './chip.module.css'

/** A toggle; while it is disabled it keeps the focus and ignores presses. */
export const Chip = ({
  pressed,
  disabled = false,
  onPress,
  children,
}: {
  pressed: boolean
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    className={styles.chip}
    aria-pressed={pressed}
    aria-disabled={disabled || undefined}
    onClick={() => {
      if (!disabled) onPress()
    }}
  >
    {children}
  </button>
)

/** A word about a person; it can't be pressed. */
export const Tag = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <span className={classes(styles.tag, className)}>{children}</span>
)

/** A count of new items. `label` names them: 未読4件. */
export const Badge = ({
  count,
  label,
  className,
}: {
  count: number
  label: string
  className?: string | undefined
}) => (
  <span className={classes(styles.badge, className)}>
    <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
    <span className="vh">{label}</span>
  </span>
)

/** A small word in gold: NEW, あと18日. */
export const Mark = ({ children }: { children: ReactNode }) => <span className={styles.mark}>{children}</span>
