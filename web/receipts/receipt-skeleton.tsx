import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './receipt-page.module.css'

export const ReceiptSkeleton = () => (
  <div role="status" className={styles.columns}>
    <span className="vh">読み込み中</span>
    <Skeleton height={132} />
    <Skeleton height={240} />
    <Skeleton height={140} />
  </div>
)
