import { Star } from 'lucide-react'
import { reviewScoreMax } from '#contract/people/people.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './star-input.module.css'

const scores = Array.from({ length: reviewScoreMax }, (_, index) => index + 1)
const labels = ['', 'よくなかった', 'あまりよくなかった', 'ふつう', 'よかった', 'とてもよかった'] as const

/** One to five stars: real radio buttons, so that arrow keys and screen readers work. */
export const StarInput = ({
  score,
  disabled = false,
  onChange,
}: {
  score: number
  disabled?: boolean
  onChange: (score: number) => void
}) => (
  <div className={styles.stars} role="radiogroup" aria-label="評価">
    <div className={styles.row}>
      {scores.map((value) => (
        <label key={value} className={classes(styles.star, value <= score && styles.lit)}>
          <input
            type="radio"
            name="score"
            className="vh"
            value={value}
            checked={value === score}
            disabled={disabled}
            aria-label={`${value}点`}
            onChange={() => onChange(value)}
          />
          <Icon of={Star} />
        </label>
      ))}
    </div>
    <p aria-live="polite">{score > 0 ? `${score}・${labels[score]}` : '星をえらんでください'}</p>
  </div>
)
