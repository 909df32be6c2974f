import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { ReviewPart } from '#contract/reviews/reviews.ts'
import type { ReportReason, ReportSurface } from '#contract/safety/safety.ts'
import { decideReport, reportsWindowMs } from '#domain/safety/report.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import type { Evidence } from '#server/moderation/evidence.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'

/** The content of a report; the same id with the same content is the same report. */
interface ReportCommand {
  reportId: string
  surface: ReportSurface
  reason: ReportReason
  /** As `readReportText` returns it. */
  text: string
  /** The member named by the reporter; left out where the server finds out whom the report is about. */
  partnerId?: string
  messageId?: string | null
  callId?: string | null
  review?: { reviewId: string; part: ReviewPart }
  timeline?: { postId: string; commentId: string | null }
  market?: { itemId: string; questionId: string | null }
}

/** The reported member, with the evidence as it is now. */
export interface ReportMatter {
  reported: { id: string; name: string }
  evidence: Evidence
}

/**
 * Stores a report for the operators, who are alerted at once about a member under age. `find` is called only
 * for a new report, so that a retry succeeds also when the reported content has disappeared by now.
 *
 * The order of the refusals: idempotencyMismatch, those of `find`, reportTooOften.
 */
export const storeReport = async <Code extends RefusalCode>(
  tx: Tx,
  reporterId: string,
  command: ReportCommand,
  find: () => Promise<ReportMatter | Refusal<Code>>,
): Promise<null | Refusal<Code | 'idempotencyMismatch' | 'reportTooOften'>> => {
  await lockName(tx, `report:${reporterId}`)
  const isSame = await isRepeat(tx, reporterId, command)
  if (isSame !== null) return isSame ? null : refuse('idempotencyMismatch')
  const matter = await find()
  if (isRefusal(matter)) return matter
  const tooOften = decideReport(...(await earlierReports(tx, reporterId)))
  if (tooOften) return tooOften
  const { reported, evidence } = matter
  await tx
    .insertInto('report')
    .values({ ...columnsOf(command), reporter_id: reporterId, member_id: reported.id, evidence })
    .execute()
  if (command.reason === 'underAge') {
    await raiseAlert(tx, {
      kind: 'reportUrgent',
      subject: `member:${reported.id}`,
      text: `会員 ${reported.id} が18歳未満と思われるという通報がありました。`,
    })
  }
  return null
}

const columnsOf = (command: ReportCommand) => ({
  command_id: command.reportId,
  surface: command.surface,
  reason: command.reason,
  text: command.text,
  message_id: command.messageId ?? null,
  call_id: command.callId ?? null,
  review_id: command.review ? Number(command.review.reviewId) : null,
  review_part: command.review?.part ?? null,
  timeline_post_id: command.timeline?.postId ?? null,
  timeline_comment_id: command.timeline?.commentId ?? null,
  market_item_id: command.market?.itemId ?? null,
  market_question_id: command.market?.questionId ?? null,
})

/**
 * Whether this id exists with the same content; null when it is new. The same id of another member is another
 * report.
 */
const isRepeat = async (tx: Tx, reporterId: string, command: ReportCommand): Promise<boolean | null> => {
  const known = await tx
    .selectFrom('report')
    .select(['reporter_id', 'member_id', 'command_id', 'surface', 'reason', 'text'])
    .select(['message_id', 'call_id', 'review_id', 'review_part', 'timeline_post_id', 'timeline_comment_id'])
    .select(['market_item_id', 'market_question_id'])
    .where('command_id', '=', command.reportId)
    .executeTakeFirst()
  if (!known) return null
  const said = Object.entries(columnsOf(command)) as [keyof ReturnType<typeof columnsOf>, unknown][]
  return (
    known.reporter_id === reporterId &&
    (command.partnerId === undefined || known.member_id === command.partnerId) &&
    said.every(([column, value]) => known[column] === value)
  )
}

/** When the member made reports lately, and the database's clock, both in milliseconds. */
const earlierReports = async (tx: Tx, reporterId: string): Promise<[number[], number]> => {
  const { rows } = await sql<{ at: Date | null; now: Date }>`
    select r.created_at as at, clock.now from (select now() as now) clock
    left join report r on r.reporter_id = ${reporterId}
      and r.created_at > clock.now - make_interval(secs => ${reportsWindowMs / 1000})`.execute(tx)
  const instants = rows.flatMap(({ at }) => (at === null ? [] : [at.getTime()]))
  return [instants, rows[0]?.now.getTime() ?? 0]
}
