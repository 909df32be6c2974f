import { sql } from 'kysely'
import { campaignPoints } from '#domain/points/purchase/campaign.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { claimCampaignAnnouncement } from '#server/notifications/campaign-announced.ts'
import { mailNotices, type NoticeMailing } from '#server/notifications/mail-notifications.ts'

/** Notified in one statement. */
const membersAtOnce = 500

interface OpenCampaign {
  id: string
  name: string
  percent: number
  capPoints: number
  claimsUntil: Date
}

interface Spender {
  memberId: string
  /** Paid points, less what was returned. */
  spent: number
}

/**
 * Hourly: notifies members for whom a campaign has points to claim, once per campaign. Returns how many were
 * notified.
 */
export const noticeOpenCampaigns = async (context: NoticeMailing & { db: Db }): Promise<number> => {
  const { rows: open } = await sql<OpenCampaign>`
    select id, name, percent, cap_points as "capPoints", claims_until as "claimsUntil" from campaign
    where claims_from <= now() and now() < claims_until order by claims_from, id`.execute(context.db)
  let sent = 0
  for (const campaign of open)
    sent += await context.db.transaction().execute((tx) => noticeCampaign(context, tx, campaign))
  return sent
}

const noticeCampaign = async (mailing: NoticeMailing, tx: Tx, campaign: OpenCampaign): Promise<number> => {
  if (!(await claimCampaignAnnouncement(tx, campaign.id))) return 0
  const notices = (await spendersOf(tx, campaign.id)).flatMap(({ memberId, spent }) => {
    const points = campaignPoints(campaign, spent)
    const { name: campaignName, claimsUntil } = campaign
    const about = {
      kind: 'campaignOpen',
      campaignName,
      points,
      claimsUntil: claimsUntil.toISOString(),
    } as const
    return points > 0 ? [{ memberId, once: campaign.id, about }] : []
  })
  for (let at = 0; at < notices.length; at += membersAtOnce) {
    const some = notices.slice(at, at + membersAtOnce)
    await addMemberNotices(tx, some)
    await mailNotices(mailing, tx, some)
  }
  return notices.length
}

/**
 * Callers who spent paid points in calls of the period and have received nothing yet
 * (`paid_points_in_calls`).
 */
const spendersOf = async (tx: Tx, campaignId: string): Promise<Spender[]> => {
  const { rows } = await sql<Spender>`
    select a.owner_id as "memberId", sum(u.amount - u.refunded)::bigint as spent
    from campaign c
    join transfer t on t.kind = 'capture' and t.purpose in ('call', 'sideWatch', 'liveCall')
      and t.created_at >= c.starts_at and t.created_at < c.ends_at
    join account a on a.id = t.debit and a.kind = 'wallet'
    join member m on m.id = a.owner_id and m.role = 'caller'
    join lot_use u on u.transfer_id = t.id
    join lot l on l.id = u.lot_id and l.kind = 'paid'
    where c.id = ${campaignId}
      and not exists (select from campaign_grant g where g.campaign_id = c.id and g.member_id = a.owner_id)
    group by a.owner_id order by a.owner_id`.execute(tx)
  return rows
}
