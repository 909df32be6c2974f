import { Gift } from 'lucide-react'
import type { PointBackCampaign } from '#contract/points/campaigns.ts'
import { count, dayTime, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import styles from './campaign-panel.module.css'
import { useCampaigns } from './queries.ts'
import { useClaim } from './use-claim.ts'

/** Current point-back campaigns: their points and the button that claims them. Absent without one. */
export const CampaignPanel = () => {
  const campaigns = useCampaigns().data ?? []
  if (campaigns.length === 0) return null
  return (
    <Panel title="キャンペーン">
      <Rows className={styles.rows}>
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </Rows>
    </Panel>
  )
}

const CampaignRow = ({ campaign }: { campaign: PointBackCampaign }) => {
  const claim = useClaim(campaign.id)
  const canClaim = campaign.state === 'open' && campaign.points > 0
  return (
    <li>
      <p className={styles.name}>{campaign.name}</p>
      <p className={styles.rule}>
        通話で使った有料ポイントの{campaign.percent}%（上限{points(campaign.capPoints)}
        ）を、無料ポイントでお返しします。
      </p>
      <p className={styles.sum}>
        <span>
          {sumLabel[campaign.state]}
          <small>{whenText(campaign, Date.now())}</small>
        </span>
        <b className="num">
          {count(campaign.points)}
          <small>pt</small>
        </b>
      </p>
      {canClaim ? (
        <Button variant="tonal" block icon={Gift} busy={claim.isPending} onClick={() => claim.mutate()}>
          {claim.isPending ? '受け取っています' : `${points(campaign.points)}を受け取る`}
        </Button>
      ) : null}
    </li>
  )
}

const sumLabel = {
  running: 'いまのところ',
  waiting: '集計中',
  open: '受け取れるポイント',
  received: '受け取り済み',
  over: '受け取り期間の終了',
} as const satisfies Record<PointBackCampaign['state'], string>

const whenText = (campaign: PointBackCampaign, nowMs: number): string => {
  switch (campaign.state) {
    case 'running':
      return `対象のご利用は${dayTime(campaign.endsAt, nowMs)}まで`
    case 'waiting':
      return `${dayTime(campaign.claimsFrom, nowMs)}から受け取れます`
    case 'open':
      return `${dayTime(campaign.claimsUntil, nowMs)}まで・有効期限は受け取りから${campaign.validDays}日`
    default:
      return ''
  }
}
