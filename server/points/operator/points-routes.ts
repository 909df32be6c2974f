import { isRefusal } from '#contract/core/refusal.ts'
import type { operatorCampaignsEndpoints } from '#contract/points/operator/campaigns.ts'
import type { operatorBaseDateEndpoints } from '#contract/points/operator/reporting-date.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import { addCampaign, campaignOverviews } from '../campaigns/campaign-admin.ts'
import { baseDateReport } from '../reporting-date.ts'

export const operatorBaseDateHandlers: HandlersOf<typeof operatorBaseDateEndpoints> = {
  operatorBaseDateReport: operatorReading(async ({ tx, input }) => {
    const report = await baseDateReport(tx, input.baseDate)
    if (isRefusal(report)) return report
    return {
      answer: { type: 'success', report },
      subject: `baseDate:${input.baseDate}`,
      after: { unusedPoints: report.unusedPoints },
    }
  }),
}

export const operatorCampaignsHandlers: HandlersOf<typeof operatorCampaignsEndpoints> = {
  operatorCampaigns: operatorOverview(async ({ tx }) => ({
    type: 'success',
    campaigns: await campaignOverviews(tx),
  })),

  operatorAddCampaign: operatorAction(async ({ tx, input }) => {
    const added = await addCampaign(tx, input)
    if (isRefusal(added)) return added
    const { id, ...terms } = input
    return { answer: { type: 'success' }, subject: `campaign:${id}`, after: terms }
  }),
}
