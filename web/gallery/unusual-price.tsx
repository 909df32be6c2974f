import { TriangleAlert } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './unusual-price.module.css'
import { unusualPriceText } from './unusual-price-text.ts'

/** A warning under a price outside the usual range; nothing within it. */
export const UnusualPrice = (about: Parameters<typeof unusualPriceText>[0]) => {
  const text = unusualPriceText(about)
  return text === null ? null : (
    <p role="status" className={styles.unusual}>
      <Icon of={TriangleAlert} size="s" />
      {text}
    </p>
  )
}
