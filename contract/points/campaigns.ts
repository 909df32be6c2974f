import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, nothing, points, success } from '#contract/core/shared.ts'

const campaignId = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))

/** A campaign that has begun and can still be had, as one member sees it. */
export const pointBackCampaign = z.object({
  id: campaignId,
  name: z.string(),
  startsAt: instant,
  endsAt: instant,
  claimsFrom: instant,
  claimsUntil: instant,
  percent: z.int(),
  capPoints: points,
  validDays: z.int(),
  state: z.enum(['running', 'waiting', 'open', 'received', 'over']),
  /** The points it comes to for the member so far; once received, the points that were received. */
  points,
})
export type PointBackCampaign = z.infer<typeof pointBackCampaign>

export const campaignsEndpoints = {
  getPeriodPointBacks: defineEndpoint({
    method: 'POST',
    path: '/api/get-period-point-backs',
    access: 'session',
    summary: 'Point-back campaigns that run or can be had, with what they come to for the member',
    input: nothing,
    output: z.object({ type: success, campaigns: z.array(pointBackCampaign) }),
    refusals: [],
  }),
  addPeriodPointBack: defineEndpoint({
    method: 'POST',
    path: '/api/add-period-point-back',
    access: 'session',
    summary: 'Grants what the server decides, once per campaign and member; the id is client-made',
    input: z.object({ campaignId, requestId: commandId }),
    output: z.object({
      type: success,
      /** What was granted. */
      points,
      /** The balance now. */
      point: points,
    }),
    refusals: ['notFound', 'campaignReceived', 'campaignNotYet', 'campaignOver', 'campaignNothing'],
  }),
}
