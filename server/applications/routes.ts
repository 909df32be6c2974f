import type { applicationEndpoints } from '#contract/applications/applications.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { beginApplication } from './actions/begin-application.ts'
import { submitApplication } from './actions/submit-application.ts'
import { withdrawApplication } from './actions/withdraw-application.ts'
import { keptDaysSetting, ownApplicationOf } from './queries.ts'

export const applicationHandlers: HandlersOf<typeof applicationEndpoints> = {
  getApplication: async ({ context, viewer }) => ({
    type: 'success',
    application: await ownApplicationOf(context.db, viewer.memberId),
    keptDays: await keptDaysSetting(context.db),
  }),

  beginApplication: async ({ context, viewer, input }) => {
    const application = await beginApplication(context, viewer.memberId, input.documentKind)
    return isRefusal(application) ? application : { type: 'success', application }
  },

  submitApplication: async ({ context, viewer, input }) => {
    const application = await submitApplication(context, viewer.memberId, input)
    return isRefusal(application) ? application : { type: 'success', application }
  },

  withdrawApplication: async ({ context, viewer }) =>
    (await withdrawApplication(context, viewer.memberId)) ?? { type: 'success' },
}
