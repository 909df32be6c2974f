import type { operatorApplicationsEndpoints } from '#contract/applications/operator.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import {
  approveApplication,
  type SeenSubmission,
  type SentBack,
  sendBackApplication,
} from './actions/decide-application.ts'
import { setKeptDays } from './actions/set-kept-days.ts'
import { applicationDetail, applicationsOf } from './operator-queries.ts'
import { keptDaysSetting } from './queries.ts'

const subjectOf = (applicationId: number): string => `application:${applicationId}`

const sendBack = async (context: Context, tx: Tx, seen: SeenSubmission, words: SentBack) => {
  if (isUnprintable(words.message)) return refuse('badInput')
  const memberId = await sendBackApplication(context, tx, seen, words)
  if (isRefusal(memberId)) return memberId
  return {
    answer: { type: 'success' as const },
    subject: subjectOf(seen.applicationId),
    after: { member: memberId, ...words },
  }
}

export const operatorApplicationsHandlers: HandlersOf<typeof operatorApplicationsEndpoints> = {
  operatorApplications: operatorReading(async ({ tx, input }) => {
    const page = await applicationsOf(tx, input)
    return {
      answer: { type: 'success', ...page },
      subject: input.memberId === undefined ? null : `member:${input.memberId}`,
      after: { state: input.state, applications: page.applications.length },
    }
  }),

  operatorApplication: operatorReading(async ({ context, tx, input }) => {
    const application = await applicationDetail(context, tx, input.applicationId)
    if (!application) return refuse('notFound')
    return {
      answer: { type: 'success', application },
      subject: subjectOf(application.id),
      after: { member: application.memberId },
    }
  }),

  operatorApproveApplication: operatorAction(async ({ context, tx, input, operator }) => {
    const memberId = await approveApplication(context, tx, { ...input, operatorId: operator.id })
    if (isRefusal(memberId)) return memberId
    return {
      answer: { type: 'success' },
      subject: subjectOf(input.applicationId),
      before: { role: 'caller' },
      after: { member: memberId, role: 'broadcaster' },
    }
  }),

  operatorRefuseApplication: operatorAction(({ context, tx, input, operator }) => {
    const { applicationId, submission, ...words } = input
    const seen = { applicationId, submission, operatorId: operator.id }
    return sendBack(context, tx, seen, { state: 'refused', ...words })
  }),

  operatorAskMoreOfApplication: operatorAction(({ context, tx, input, operator }) => {
    const { applicationId, submission, ...words } = input
    const seen = { applicationId, submission, operatorId: operator.id }
    return sendBack(context, tx, seen, { state: 'needsMore', ...words })
  }),

  operatorApplicationSetting: operatorOverview(async ({ tx }) => ({
    type: 'success',
    keptDays: await keptDaysSetting(tx),
  })),

  operatorSetApplicationSetting: operatorAction(async ({ tx, input }) => ({
    answer: { type: 'success' },
    subject: null,
    before: { ...(await setKeptDays(tx, input.keptDays)) },
    after: { ...input.keptDays },
  })),
}
