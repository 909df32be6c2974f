import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from '#web/layout/form-page.module.css'
import { Icon } from '#web/ui/icon.tsx'

/** The outcome, in a line that screen readers announce. */
export const AccountNotice = ({
  icon,
  isDone = false,
  children,
}: {
  icon: LucideIcon
  /** The action succeeded. */
  isDone?: boolean
  children: ReactNode
}) => (
  <p className={styles.notice} data-done={isDone || undefined} role="status">
    <Icon of={icon} size="s" />
    <span>{children}</span>
  </p>
)
