import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'

/** A 44 px target with a name for screen readers. */
export const IconButton = ({
  icon,
  label,
  dot = false,
  size = 'm',
  filled = false,
  className,
  ...rest
}: {
  icon: LucideIcon
  label: string
  /** A mark for something new; the label should name it. */
  dot?: boolean
  size?: 's' | 'm' | 'l'
  filled?: boolean
} & Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'>) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    data-dot={dot || undefined}
    className={classes(styles.button, className)}
  >
    <Icon of={icon} size={size} filled={filled} />
  </button>
)
