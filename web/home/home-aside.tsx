import { CampaignBanner } from '#web/campaigns/campaign-banner.tsx'
import { useCampaigns } from '#web/campaigns/queries.ts'
import { LegalLinks } from '#web/layout/legal-links.tsx'
import { classes } from '#web/ui/classes.ts'
import { PartSkeleton } from '#web/ui/skeleton.tsx'
import styles from './home-aside.module.css'
import { Rankings, useAreRankingsLoading } from './rankings.tsx'

/** Beside the lists on a desktop, below them on a phone: the ranking, then the foot of the page. */
export const HomeAside = ({ className }: { className?: string | undefined }) => (
  <div className={classes(styles.aside, className)}>
    <AsideContent />
  </div>
)

/** Shown together, so that the ranking doesn't push the links down. */
const AsideContent = () => {
  const isCampaignLoading = useCampaigns().isLoading
  const areRankingsLoading = useAreRankingsLoading()
  if (isCampaignLoading || areRankingsLoading) return <PartSkeleton height={420} />
  return (
    <>
      <CampaignBanner className={styles.banner} />
      <Rankings />
      <LegalLinks />
    </>
  )
}
