import { ChevronRight } from 'lucide-react'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './cards.module.css'

/** For callers: the way to become a broadcaster, which has a page of its own. */
export const BecomeCard = () => (
  <Link to={paths.becomeBroadcaster()} className={styles.card}>
    <img src="/art/present-lantern.svg" alt="" width={48} height={48} />
    <span>
      <b>配信者になる</b>
      <small>好きな時間に話して、報酬を受け取れます</small>
    </span>
    <Icon of={ChevronRight} size="s" />
  </Link>
)
