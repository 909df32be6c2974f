import { classes } from '../classes.ts'
import styles from './price-tag.module.css'

const grouped = new Intl.NumberFormat('ja-JP')

/** Digits bold and tabular, the unit small right after them: 200pt/分. */
export const PriceTag = ({
  amount,
  unit = 'pt/分',
  className,
}: {
  amount: number
  unit?: 'pt/分' | 'pt' | '円' | '円(税込)'
  className?: string | undefined
}) => (
  <span className={classes(styles.price, className)}>
    <b>{grouped.format(amount)}</b>
    <i>{unit}</i>
  </span>
)
