import { isRefusal } from '#contract/core/refusal.ts'
import type { campaignsEndpoints } from '#contract/points/campaigns.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { grantCampaign } from '../actions/grant-campaign.ts'
import { myPoint } from '../my-point.ts'
import { campaignsOf, shownCampaign } from './campaigns.ts'

export const campaignsHandlers: HandlersOf<typeof campaignsEndpoints> = {
  getPeriodPointBacks: async ({ context, viewer }) => ({
    type: 'success',
    // A broadcaster earns and has nothing to spend in calls.
    campaigns:
      viewer.role === 'broadcaster'
        ? []
        : (await campaignsOf(context.db, viewer.memberId)).map(shownCampaign),
  }),
  addPeriodPointBack: async ({ context, viewer, input }) => {
    const points = await grantCampaign(context, viewer.memberId, input)
    if (isRefusal(points)) return points
    return { type: 'success', points, point: await myPoint(context, viewer.memberId) }
  },
}
