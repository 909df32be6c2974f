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

/** Five stars, `score` of them lit; of 4.8 the fifth is lit by four fifths. */
export const Stars = ({ score, className }: { score: number; className?: string | undefined }) => (
  <span className={classes(styles.stars, className)} role="img" aria-label={`5点中${score}点`}>
    {scores.map((each) => (
      <span key={each} className={styles.starOf}>
        <Icon of={Star} filled className={styles.off} />
        <span style={{ clipPath: `inset(0 ${unlitPercent(score, each)}% 0 0)` }}>
          <Icon of={Star} filled />
        </span>
      </span>
    ))}
  </span>
)

/** How much of the star with this number stays dark, from its right. */
const unlitPercent = (score: number, star: number): number =>
  Math.round(Math.min(1, Math.max(0, star - score)) * 100)
