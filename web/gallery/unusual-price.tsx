import { TriangleAlert } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './unusual-price.module.css'
import { unusualPriceText } from './unusual-price-text.ts'

/** A warning below a price outside the usual range; nothing within it. */
export const UnusualPrice = ({
  price,
  usual,
}: {
  price: number | null
  usual: { from: number; to: number } | null
}) => {
  const text = unusualPriceText(price, usual)
  return text === null ? null : (
    <p role="status" className={styles.unusual}>
      <Icon of={TriangleAlert} size="s" />
      {text}
    </p>
  )
}
