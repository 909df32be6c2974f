import type { LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'
import styles from './icon.module.css'

/** A Lucide icon at our sizes. Always decorative: the text beside it, or a label, carries the meaning. */
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
