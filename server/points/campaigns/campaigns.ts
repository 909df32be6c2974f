import { type Selectable, sql } from 'kysely'
import type { PointBackCampaign } from '#contract/points/campaigns.ts'
import { type CampaignRule, campaignPoints, campaignState } from '#domain/points/purchase/campaign.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export interface CampaignOfMember {
  id: string
  name: string
  startsAt: Date
  validDays: number
  rule: CampaignRule
  /** Paid points the member spent in calls of the period so far. */
  paidPointsSpent: number
  /** What the member received, and by which command; null before. */
  received: { points: number; requestId: string } | null
  /** The database's clock, in milliseconds. */
  now: number
}

interface CampaignRow extends Selectable<Tables['campaign']> {
  spent: number
  received: number | null
  request_id: string | null
  now: Date
}

/**
 * Campaigns that have begun, newest first, as they are for one member: those still open, or one by its id.
 */
export const campaignsOf = async (
  db: Db | Tx,
  memberId: string,
  campaignId: string | null = null,
): Promise<CampaignOfMember[]> => {
  const { rows } = await sql<CampaignRow>`
    select c.id, c.name, c.starts_at, c.ends_at, c.claims_from, c.claims_until, c.percent, c.cap_points, c.valid_days,
      paid_points_in_calls(${memberId}, c.starts_at, c.ends_at) as spent, g.points as received, g.request_id, now() as now
    from campaign c left join campaign_grant g on g.campaign_id = c.id and g.member_id = ${memberId}
    where c.starts_at <= now() and (c.id = ${campaignId} or (${campaignId}::text is null and now() < c.claims_until))
    order by c.starts_at desc, c.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    startsAt: row.starts_at,
    validDays: row.valid_days,
    rule: {
      endsAt: row.ends_at.getTime(),
      claimsFrom: row.claims_from.getTime(),
      claimsUntil: row.claims_until.getTime(),
      percent: row.percent,
      capPoints: row.cap_points,
    },
    paidPointsSpent: row.spent,
    received: row.request_id === null ? null : { points: row.received ?? 0, requestId: row.request_id },
    now: row.now.getTime(),
  }))
}

/** As the member reads it. */
export const shownCampaign = (campaign: CampaignOfMember): PointBackCampaign => {
  const { rule, received } = campaign
  return {
    id: campaign.id,
    name: campaign.name,
    startsAt: campaign.startsAt.toISOString(),
    endsAt: new Date(rule.endsAt).toISOString(),
    claimsFrom: new Date(rule.claimsFrom).toISOString(),
    claimsUntil: new Date(rule.claimsUntil).toISOString(),
    percent: rule.percent,
    capPoints: rule.capPoints,
    validDays: campaign.validDays,
    state: campaignState(rule, received !== null, campaign.now),
    points: received?.points ?? campaignPoints(rule, campaign.paidPointsSpent),
  }
}
