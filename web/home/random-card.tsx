import { Shuffle } from 'lucide-react'
import { defaultRates } from '#contract/calls/calls.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { Link } from '#web/router/router.ts'
import { registerFor, type Wanted } from '#web/session/account-dialog-state.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import { priceTappedState } from '#web/ui/points/price-tapped.ts'
import styles from './random-card.module.css'

/** Random calls are matched at the standard price or below it. */
const highestRate = defaultRates.video

const wanted: Wanted = { to: paths.randomCall(), what: 'ランダム通話', ratePointsPerMin: highestRate }

/** A call with the broadcaster who waits longest: one tap, with its highest price. Absent for broadcasters. */
export const RandomCard = () => {
  const role = useViewerRole()
  if (role === 'broadcaster') return null
  const content = (
    <>
      <Icon of={Shuffle} />
      <span className={styles.words}>
        <b>ランダム通話</b>
        <small>いま話せる人と、すぐビデオ通話</small>
      </span>
      <span className={styles.price}>
        最大
        <PriceTag amount={highestRate} />
      </span>
    </>
  )
  return role === null ? (
    <button type="button" className={styles.card} onClick={() => registerFor(wanted)}>
      {content}
    </button>
  ) : (
    <Link to={paths.randomCall()} state={priceTappedState(highestRate)} className={styles.card}>
      {content}
    </Link>
  )
}
