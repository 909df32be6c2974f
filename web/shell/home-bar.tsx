import { openRegistration } from '../account/dialogs.ts'
import { useSession } from '../account/session.tsx'
import { AppBar } from '../ui/app-bar.tsx'
import { Button } from '../ui/button.tsx'
import { PointChip } from '../ui/point-chip.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './home-bar.module.css'
import { paths } from './paths.ts'
import { usePoints } from './use-points.ts'

/** The home screen's bar on a phone: the wordmark, then the balance or, for a visitor, the way in. */
export const HomeBar = () => (
  <AppBar className={styles.bar} title={<Wordmark />}>
    <HomeActions />
  </AppBar>
)

const HomeActions = () => {
  const { status } = useSession()
  const points = usePoints()
  if (status === 'authenticated') return <PointChip points={points} to={paths.purchase()} buy />
  if (status === 'loading') return null
  return (
    <Button variant="primary" size="s" onClick={openRegistration}>
      無料ではじめる
    </Button>
  )
}
