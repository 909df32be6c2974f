import { useSession } from '#web/session/session.tsx'
import { usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { PointChip } from '#web/ui/points/point-chip.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './home-bar.module.css'

/** The home screen's bar on a phone: the wordmark, then a caller's balance. A visitor has the bar of every screen instead. */
export const HomeBar = () => {
  const { status, data: session } = useSession()
  const points = usePoints()
  if (status === 'unauthenticated') return null
  return (
    <AppBar className={styles.bar} title={<Wordmark />}>
      {status === 'authenticated' && !session?.user.isBroadcaster ? (
        <PointChip points={points} to={paths.purchase()} buy />
      ) : null}
    </AppBar>
  )
}
