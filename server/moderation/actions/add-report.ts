import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { safetyEndpoints } from '#contract/safety/safety.ts'
import { readReportText } from '#domain/safety/report.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { storeReport } from '#server/safety/store-report.ts'
import { collectEvidence } from '../evidence.ts'
import { sharedHistory } from '../shared-history.ts'

type ReportInput = InputOf<typeof safetyEndpoints.addReport>
type ReportRefusal =
  | 'reportSelf'
  | 'reportTextTooLong'
  | 'notFound'
  | 'reportTooOften'
  | 'idempotencyMismatch'

/**
 * Reports a member, with the messages and the call of the two as they are now. The same id again is the same
 * report. A block in either direction changes nothing, so that harassment before a block can be reported.
 *
 * The order of the refusals: reportSelf, reportTextTooLong, notFound (the member), idempotencyMismatch,
 * notFound (the message, the call), reportTooOften.
 */
export const addReport = async (
  context: Context,
  viewer: Viewer,
  input: ReportInput,
): Promise<null | Refusal<ReportRefusal>> => {
  const { partnerId, messageId = null, callId = null } = input
  const { memberId } = viewer
  if (partnerId === memberId) return refuse('reportSelf')
  const text = readReportText(input.text)
  if (isRefusal(text)) return text
  const partner = await sharedHistory(context, viewer, partnerId)
  if (!partner) return refuse('notFound')
  const { reportId, surface, reason } = input
  const aboutMember = { reportId, surface, reason, text, partnerId, messageId, callId }
  return inTransaction(context.db, (tx) =>
    storeReport(tx, memberId, aboutMember, async () => {
      const evidence = await collectEvidence(tx, { memberId, partnerId, messageId, callId })
      return evidence ? { reported: partner, evidence } : refuse('notFound')
    }),
  )
}
