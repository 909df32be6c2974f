import { Star } from 'lucide-react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './rating.module.css'

/** ★ 4.9 (312); without a review it says so in words. */
export const Rating = ({ average, count }: { average: number | null; count: number }) =>
  average === null ? (
    <span className={styles.none}>評価なし</span>
  ) : (
    <span className={styles.rating}>
      <Icon of={Star} filled className={styles.star} />
      <span className="vh">評価</span>
      <span className="num">{average.toFixed(1)}</span> <small className="num">({count})</small>
      <span className="vh">件</span>
    </span>
  )

const scores = [1, 2, 3, 4, 5]

/** Five stars, `score` of them lit. */
export const Stars = ({ score, className }: { score: number; className?: string | undefined }) => (
  <span className={classes(styles.stars, className)} role="img" aria-label={`5点中${score}点`}>
    {scores.map((each) => (
      <Icon key={each} of={Star} filled className={classes(styles.starOf, each > score && styles.off)} />
    ))}
  </span>
)
