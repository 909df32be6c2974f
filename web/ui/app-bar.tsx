import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './app-bar.module.css'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

/** A screen's top: back, title (the page's h1), actions. Sticks while the page scrolls. */
export const AppBar = ({
  title,
  onBack,
  isBackDisabled = false,
  line = false,
  wide = false,
  children,
  className,
}: {
  /** A string becomes the h1. */
  title?: ReactNode
  onBack?: () => void
  /** While something is sent whose answer belongs to this screen. */
  isBackDisabled?: boolean
  line?: boolean
  /** Above content that uses a desktop's whole width. */
  wide?: boolean
  /** Actions at the end. */
  children?: ReactNode
  className?: string | undefined
}) => (
  <header className={classes(styles.bar, line && styles.line, className)} data-wide={wide || undefined}>
    {onBack ? (
      <IconButton
        icon={ChevronLeft}
        label="戻る"
        className={styles.back}
        disabled={isBackDisabled}
        onClick={onBack}
      />
    ) : null}
    {typeof title === 'string' ? <h1 className={styles.title}>{title}</h1> : (title ?? null)}
    <span className={styles.actions}>{children}</span>
  </header>
)
