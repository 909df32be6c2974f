import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, nothing, points, success } from '#contract/core/shared.ts'
import { pointsValidDays } from '../points.ts'

const terms = {
  /** Client-made: a retry adds nothing. */
  id: commandId,
  /** As members read it. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  startsAt: instant,
  endsAt: instant,
  claimsFrom: instant,
  claimsUntil: instant,
  /** Of the paid points spent in calls. */
  percent: z.int().check(z.minimum(1), z.maximum(100)),
  /** The most one member gets. */
  capPoints: z.int().check(z.minimum(1), z.maximum(100_000)),
  validDays: z.int().check(z.minimum(1), z.maximum(pointsValidDays)),
}

const campaignOverview = z.object({
  ...terms,
  /** Campaigns of another making may have another kind of id. */
  id: z.string(),
  /** Members who had theirs, and what they had. */
  receivers: z.int(),
  grantedPoints: points,
})
export type CampaignOverview = z.infer<typeof campaignOverview>

export const operatorCampaignsEndpoints = {
  operatorCampaigns: defineEndpoint({
    method: 'POST',
    path: '/api/operator/campaigns',
    access: 'operator',
    summary: 'Point-back campaigns, newest first, with what they have cost so far',
    input: nothing,
    output: z.object({ type: success, campaigns: z.array(campaignOverview) }),
    refusals: [],
  }),
  operatorAddCampaign: defineEndpoint({
    method: 'POST',
    path: '/api/operator/add-campaign',
    access: 'operator',
    summary: 'Announces a point-back campaign; its terms are never changed afterwards',
    input: z.object(terms),
    output: done,
    refusals: ['campaignTimesWrong', 'idempotencyMismatch'],
  }),
}
