import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { decideCampaignGrant } from '#domain/points/purchase/campaign.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { campaignsOf } from '../campaigns/campaigns.ts'
import { grantPoints } from '../ledger/ledger.ts'

export interface CampaignClaim {
  campaignId: string
  /** Made by the client: a retry gets the first result again. */
  requestId: string
}

/**
 * Grants a member the points of a campaign, once, as a free lot. Returns the points.
 * Refuses: notFound, campaignReceived, campaignNotYet, campaignOver, campaignNothing.
 */
export const grantCampaign = (
  context: Pick<Context, 'db' | 'events'>,
  memberId: string,
  claim: CampaignClaim,
): Promise<
  number | Refusal<'notFound' | 'campaignReceived' | 'campaignNotYet' | 'campaignOver' | 'campaignNothing'>
> =>
  inTransaction(context.db, async (tx) => {
    const { campaignId, requestId } = claim
    // One claim at a time, so that only the first of several finds nothing received.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign:${campaignId}:${memberId}`}, 0))`.execute(
      tx,
    )
    const [campaign] = await campaignsOf(tx, memberId, campaignId)
    if (!campaign) return refuse('notFound')
    if (campaign.received?.requestId === requestId) return campaign.received.points
    const { paidPointsSpent, received } = campaign
    const points = decideCampaignGrant(
      campaign.rule,
      { paidPointsSpent, hasReceived: received !== null },
      campaign.now,
    )
    if (isRefusal(points)) return points
    const granted = await grantPoints(tx, {
      key: `campaign:${campaignId}`,
      memberId,
      points,
      kind: 'free',
      purpose: 'campaign',
      reference: campaignId,
      validDays: campaign.validDays,
    })
    if (isRefusal(granted))
      throw new Error(`campaign ${campaignId} was granted to ${memberId} before, unrecorded`)
    await tx
      .insertInto('campaign_grant')
      .values({
        campaign_id: campaignId,
        member_id: memberId,
        request_id: requestId,
        points,
        transfer_id: granted.transferId,
      })
      .execute()
    await context.events.publish(tx, { type: 'point:changed', memberId })
    return points
  })
