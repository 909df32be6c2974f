import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { operatorSafetyEndpoints } from '#contract/moderation/moderation.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import { hideReview } from '#server/reviews/actions/hide-review.ts'
import { setContactGuard } from '#server/safety/actions/set-contact-guard.ts'
import { contactGuardSetting } from '#server/safety/contact-guard.ts'
import { setRemoved } from '#server/timeline/removal.ts'
import { closeReport } from './actions/close-report.ts'
import { reportById, reportsOf } from './report-queries.ts'

export const operatorSafetyHandlers: HandlersOf<typeof operatorSafetyEndpoints> = {
  operatorReports: operatorReading(async ({ tx, input }) => {
    const page = await reportsOf(tx, input)
    return {
      answer: { type: 'success', ...page },
      subject: input.memberId === undefined ? null : `member:${input.memberId}`,
      after: { state: input.state, reports: page.reports.length },
    }
  }),

  operatorReport: operatorReading(async ({ tx, input }) => {
    const report = await reportById(tx, input.reportId)
    if (!report) return refuse('notFound')
    return {
      answer: { type: 'success', report },
      subject: `report:${report.id}`,
      after: { messages: report.messages.length },
    }
  }),

  operatorCloseReport: operatorAction(async ({ tx, input, operator }) => {
    const closed = await closeReport(tx, input, operator.id)
    if (isRefusal(closed)) return closed
    return {
      answer: { type: 'success' },
      subject: `report:${input.reportId}`,
      after: { outcome: input.outcome, member: closed.memberId, note: input.note },
    }
  }),

  operatorHideReview: operatorAction(async ({ tx, input }) => {
    const wasHidden = await hideReview(tx, input)
    if (isRefusal(wasHidden)) return wasHidden
    const { part, isHidden } = input
    return {
      answer: { type: 'success' },
      subject: `review:${input.reviewId}`,
      before: { part, isHidden: wasHidden },
      after: { part, isHidden },
    }
  }),

  operatorRemoveTimeline: operatorAction(async ({ tx, input }) => {
    const { postId, commentId = null, isRemoved, reason } = input
    if (isUnprintable(reason)) return refuse('badInput')
    const wasRemoved = await setRemoved(tx, { postId, commentId, isRemoved })
    if (isRefusal(wasRemoved)) return wasRemoved
    return {
      answer: { type: 'success' },
      subject: commentId === null ? `post:${postId}` : `comment:${commentId}`,
      before: { isRemoved: wasRemoved },
      after: { isRemoved, reason },
    }
  }),

  operatorSafetySetting: operatorOverview(async ({ tx }) => ({
    type: 'success',
    contactGuard: await contactGuardSetting(tx),
  })),

  operatorSetContactGuard: operatorAction(async ({ tx, input }) => {
    const before = await setContactGuard(tx, input.contactGuard)
    return {
      answer: { type: 'success' },
      subject: null,
      before: { contactGuard: before },
      after: { contactGuard: input.contactGuard },
    }
  }),
}
