import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './studio.module.css'

export const StudioSkeleton = () => (
  <div role="status" className={styles.columns}>
    <span className="vh">読み込み中</span>
    <Skeleton height={200} />
    <Skeleton height={200} />
  </div>
)
