import type { LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'
import styles from './icon.module.css'

/** A Lucide icon at the scale of the house. Always decorative: the words beside it, or a label, say what it means. */
export const Icon = ({
  of: Shape,
  size = 'm',
  filled = false,
  className,
}: {
  of: LucideIcon
  /** xs 14, s 18, m 24, l 30 px. */
  size?: 'xs' | 's' | 'm' | 'l'
  filled?: boolean
  className?: string | undefined
}) => (
  <Shape
    aria-hidden="true"
    className={classes(styles.icon, styles[size], filled && styles.filled, className)}
  />
)
