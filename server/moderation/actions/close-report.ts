import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { ReportOutcome } from '#contract/moderation/moderation.ts'
import type { ReportReason } from '#contract/safety/safety.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'

interface ReportDecision {
  reportId: number
  outcome: ReportOutcome
  note: string
}

/**
 * Closes a report, once. A warning tells the reported member the reason, but neither the reporter nor the
 * text. Refuses: notFound, reportClosed.
 */
export const closeReport = async (
  tx: Tx,
  { reportId, outcome, note }: ReportDecision,
  operatorId: number,
): Promise<{ memberId: string } | Refusal<'notFound' | 'reportClosed'>> => {
  const report = await tx
    .selectFrom('report')
    .select(['member_id', 'reason', 'closed_at'])
    .where('id', '=', reportId)
    .forUpdate()
    .executeTakeFirst()
  if (!report) return refuse('notFound')
  if (report.closed_at) return refuse('reportClosed')
  await tx
    .updateTable('report')
    .set({ outcome, note, closed_at: sql<Date>`now()`, closed_by: operatorId })
    .where('id', '=', reportId)
    .execute()
  if (outcome === 'warned') {
    const about = { kind: 'safetyWarning', reason: report.reason as ReportReason } as const
    await addMemberNotices(tx, [{ memberId: report.member_id, once: null, about }])
  }
  return { memberId: report.member_id }
}
