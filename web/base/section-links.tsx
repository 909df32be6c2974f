import type { CSSProperties } from 'react'
import { Link } from '#web/router/router.ts'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './section-links.module.css'
import type { Section } from './sections.ts'

/** The entries to the places of ベース, with what is new there. */
export const SectionLinks = ({ sections }: { sections: readonly Section[] }) => (
  <nav aria-label="ベースのメニュー">
    <ul className={styles.links} style={{ '--columns': sections.length } as CSSProperties}>
      {sections.map((section) => (
        <li key={section.path}>
          <SectionLink {...section} />
        </li>
      ))}
    </ul>
  </nav>
)

const none = () => 0

const SectionLink = ({ path, title, icon, useBadge = none }: Section) => {
  const count = useBadge()
  return (
    <Link to={path} className={styles.link}>
      <span className={styles.icon}>
        <Icon of={icon} />
      </span>
      {title}
      {count > 0 ? <Badge count={count} label={`新着${count}件`} className={styles.badge} /> : null}
    </Link>
  )
}
