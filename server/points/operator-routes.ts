import type { operatorBaseDateEndpoints } from '#contract/operator-base-date.ts'
import type { operatorCampaignsEndpoints } from '#contract/operator-campaigns.ts'
import { isRefusal } from '#contract/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operator/operator-handler.ts'
import { baseDateReport } from './base-date.ts'
import { addCampaign, campaignOverviews } from './campaign-admin.ts'

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
