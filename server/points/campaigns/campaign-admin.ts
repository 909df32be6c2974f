import { type Selectable, sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { CampaignOverview, operatorCampaignsEndpoints } from '#contract/points/operator/campaigns.ts'
import { checkCampaignTimes } from '#domain/points/purchase/campaign.ts'
import type { Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type CampaignTerms = InputOf<typeof operatorCampaignsEndpoints.operatorAddCampaign>

/**
 * Adds a campaign. A repeat adds nothing.
 * Refuses: campaignTimesWrong, idempotencyMismatch (the id with other terms).
 */
export const addCampaign = async (
  tx: Tx,
  terms: CampaignTerms,
): Promise<'added' | Refusal<'campaignTimesWrong' | 'idempotencyMismatch'>> => {
  const times = checkCampaignTimes({
    startsAt: Date.parse(terms.startsAt),
    endsAt: Date.parse(terms.endsAt),
    claimsFrom: Date.parse(terms.claimsFrom),
    claimsUntil: Date.parse(terms.claimsUntil),
  })
  if (isRefusal(times)) return times
  await tx
    .insertInto('campaign')
    .values({
      id: terms.id,
      name: terms.name,
      starts_at: new Date(terms.startsAt),
      ends_at: new Date(terms.endsAt),
      claims_from: new Date(terms.claimsFrom),
      claims_until: new Date(terms.claimsUntil),
      percent: terms.percent,
      cap_points: terms.capPoints,
      valid_days: terms.validDays,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = (await campaignOverviews(tx)).find(({ id }) => id === terms.id)
  const isSame =
    stored !== undefined &&
    stored.name === terms.name &&
    Date.parse(stored.startsAt) === Date.parse(terms.startsAt) &&
    Date.parse(stored.endsAt) === Date.parse(terms.endsAt) &&
    Date.parse(stored.claimsFrom) === Date.parse(terms.claimsFrom) &&
    Date.parse(stored.claimsUntil) === Date.parse(terms.claimsUntil) &&
    stored.percent === terms.percent &&
    stored.capPoints === terms.capPoints &&
    stored.validDays === terms.validDays
  return isSame ? 'added' : refuse('idempotencyMismatch')
}

interface OverviewRow extends Selectable<Tables['campaign']> {
  receivers: number
  granted_points: number
}

/** All campaigns, newest first, with what they have cost. */
export const campaignOverviews = async (tx: Tx): Promise<CampaignOverview[]> => {
  const { rows } = await sql<OverviewRow>`
    select c.*, count(g.member_id) as receivers, coalesce(sum(g.points), 0)::bigint as granted_points
    from campaign c left join campaign_grant g on g.campaign_id = c.id
    group by c.id order by c.starts_at desc, c.id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    claimsFrom: row.claims_from.toISOString(),
    claimsUntil: row.claims_until.toISOString(),
    percent: row.percent,
    capPoints: row.cap_points,
    validDays: row.valid_days,
    receivers: row.receivers,
    grantedPoints: row.granted_points,
  }))
}
