import type { PointBackCampaign } from '#contract/points/campaigns.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { dayTime, points } from '#web/text/format.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './campaign-banner.module.css'
import { useCampaigns } from './queries.ts'

/** The one campaign with a picture: one whose points can be claimed now, else a running one. Absent without one. */
export const CampaignBanner = ({ className }: { className?: string | undefined }) => {
  const campaigns = useCampaigns().data ?? []
  const campaign =
    campaigns.find(({ state, points: due }) => state === 'open' && due > 0) ??
    campaigns.find(({ state }) => state === 'running')
  if (!campaign) return null
  return (
    <Link to={paths.myPage()} className={classes(styles.banner, 'night', className)}>
      {campaign.state === 'open' ? <ToReceive campaign={campaign} /> : <Running campaign={campaign} />}
    </Link>
  )
}

const ToReceive = ({ campaign }: { campaign: PointBackCampaign }) => (
  <>
    <span className={styles.kicker}>{dayTime(campaign.claimsUntil, Date.now())}まで受け取れます</span>
    <span className={styles.title}>
      {campaign.name}
      <br />
      <b className="num">{points(campaign.points)}</b>
    </span>
    <span className={styles.note}>マイページで受け取る</span>
  </>
)

const Running = ({ campaign }: { campaign: PointBackCampaign }) => (
  <>
    <span className={styles.kicker}>{dayTime(campaign.endsAt, Date.now())}まで</span>
    <span className={styles.title}>
      {campaign.name}
      <br />
      通話の<b className="num">{campaign.percent}%</b>をお返し
    </span>
    <span className={styles.note}>有料ポイントのご利用分・上限{points(campaign.capPoints)}</span>
  </>
)
