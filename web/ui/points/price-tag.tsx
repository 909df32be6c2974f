import { count } from '#web/text/format.ts'
import { classes } from '../classes.ts'
import styles from './price-tag.module.css'

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
    <b>{count(amount)}</b>
    <i>{unit}</i>
  </span>
)
