import { Plus } from 'lucide-react'
import { Link } from '#web/router/router.ts'
import { count } from '#web/text/format.ts'
import { Icon } from '../icon.tsx'
import styles from './point-chip.module.css'

/**
 * The balance in the app bar; links to its explanation. `points` is undefined until it is known, and then another
 * element is there: a wider figure would move the chip's edge.
 */
export const PointChip = ({
  points,
  to,
  buy = false,
}: {
  points: number | undefined
  to: string
  /** Shows the + of buying. */
  buy?: boolean
}) => (
  <Link
    key={points === undefined ? 'unknown' : 'known'}
    to={to}
    className={styles.chip}
    data-buy={buy || undefined}
  >
    <span className="vh">ポイント残高</span>
    <span className="num">
      {points === undefined ? '–' : count(points)}
      <small>pt</small>
    </span>
    {buy ? (
      <i>
        <Icon of={Plus} size="s" />
        <span className="vh">購入する</span>
      </i>
    ) : null}
  </Link>
)
