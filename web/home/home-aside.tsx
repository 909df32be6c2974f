import { CampaignBanner } from '#web/campaigns/campaign-banner.tsx'
import { LegalLinks } from '#web/layout/legal-links.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './home-aside.module.css'
import { Rankings } from './rankings.tsx'

/** Beside the lists on a desktop, below them on a phone: the ranking, then the foot of the page. */
export const HomeAside = ({ className }: { className?: string | undefined }) => (
  <div className={classes(styles.aside, className)}>
    <CampaignBanner className={styles.banner} />
    <Rankings />
    <LegalLinks />
  </div>
)
