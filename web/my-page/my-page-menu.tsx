import { ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from '#web/router/router.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Rows } from '#web/ui/panel.tsx'
import styles from './my-page-menu.module.css'

/** Ways that belong together, under their name. */
export const MenuGroup = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <Rows className={styles.menu}>{children}</Rows>
    </section>
  )
}

interface Entry {
  icon: LucideIcon
  children: ReactNode
}

export const MenuLink = ({
  icon,
  to,
  note,
  children,
}: Entry & {
  to: string
  /** Before the arrow: 2人, a badge. */
  note?: ReactNode
}) => (
  <li>
    <Link to={to}>
      <Icon of={icon} />
      <span className={styles.label}>{children}</span>
      {note ? <span className={styles.note}>{note}</span> : null}
      <Icon of={ChevronRight} size="s" />
    </Link>
  </li>
)

/** Something that happens here. */
export const MenuButton = ({
  icon,
  busy = false,
  onPress,
  children,
}: Entry & { busy?: boolean; onPress: () => void }) => (
  <li>
    <button type="button" aria-busy={busy || undefined} onClick={() => (busy ? undefined : onPress())}>
      <Icon of={icon} />
      <span className={styles.label}>{children}</span>
    </button>
  </li>
)
