import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from '#web/layout/form-page.module.css'
import { Icon } from '#web/ui/icon.tsx'

/** What has come of it, in a line that is read aloud. */
export const AccountNotice = ({
  icon,
  isDone = false,
  children,
}: {
  icon: LucideIcon
  /** It went as it was wanted. */
  isDone?: boolean
  children: ReactNode
}) => (
  <p className={styles.notice} data-done={isDone || undefined} role="status">
    <Icon of={icon} size="s" />
    <span>{children}</span>
  </p>
)
