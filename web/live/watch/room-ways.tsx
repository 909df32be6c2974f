import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Neighbours } from './room-swipe.ts'
import styles from './room-ways.module.css'

/** Buttons to the rooms before and after this one; a finger swipes and the arrow keys do the same. */
export const RoomWays = ({
  neighbours: { previous, next },
  className,
}: {
  neighbours: Neighbours
  className?: string | undefined
}) =>
  previous === null && next === null ? null : (
    <nav className={classes(styles.ways, className)} aria-label="ほかの配信">
      <Way to={previous} icon={ChevronUp} label="前の配信" />
      <Way to={next} icon={ChevronDown} label="次の配信" />
    </nav>
  )

const Way = ({ to, icon, label }: { to: string | null; icon: LucideIcon; label: string }) =>
  to === null ? (
    <span className={styles.way}>
      <Icon of={icon} />
    </span>
  ) : (
    <Link to={paths.channel(to)} replace className={styles.way} aria-label={label} title={label}>
      <Icon of={icon} />
    </Link>
  )
