import { type RawBuilder, sql } from 'kysely'
import {
  type EvidenceMarket,
  type EvidenceTimeline,
  type Report,
  type ReportLine,
  type ReportOutcome,
  reportsPerPage,
} from '#contract/moderation/moderation.ts'
import type { ReportReason, ReportSurface } from '#contract/safety/safety.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isQuestionThere, itemState } from '#server/market/operator-queries.ts'
import { operatorMails } from '#server/operators/queries.ts'
import { reviewStatus } from '#server/reviews/queries.ts'
import { timelineStatus } from '#server/timeline/removal.ts'
import type { Evidence } from './evidence.ts'

interface LineRow {
  id: number
  reason: ReportReason
  surface: ReportSurface
  created_at: Date
  reporter_id: string
  reporter_name: string
  member_id: string
  member_name: string
  reports: number
  open_reports: number
  outcome: ReportOutcome | null
  note: string | null
  closed_at: Date | null
  closed_by: number | null
}

/** The columns of a line; `r` is the report, the counts are of everybody's reports about the same person. */
const lineColumns = sql`
  r.id, r.reason, r.surface, r.created_at, r.reporter_id, a.name as reporter_name, r.member_id, m.name as member_name,
  (select count(*)::int from report o where o.member_id = r.member_id) as reports,
  (select count(*)::int from report o where o.member_id = r.member_id and o.closed_at is null) as open_reports,
  r.outcome, r.note, r.closed_at, r.closed_by`
const lineTables = sql`
  report r join member a on a.id = r.reporter_id join member m on m.id = r.member_id`

const linesOf = async (db: Db | Tx, rows: readonly LineRow[]): Promise<ReportLine[]> => {
  const mails = await operatorMails(
    db,
    rows.flatMap(({ closed_by }) => (closed_by === null ? [] : [closed_by])),
  )
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    surface: row.surface,
    reportedAt: row.created_at.toISOString(),
    reporter: { id: row.reporter_id, name: row.reporter_name },
    reported: { id: row.member_id, name: row.member_name },
    reports: row.reports,
    openReports: row.open_reports,
    closed:
      row.closed_at && row.outcome
        ? {
            at: row.closed_at.toISOString(),
            by: mails.get(row.closed_by ?? 0) ?? '',
            outcome: row.outcome,
            note: row.note ?? '',
          }
        : null,
  }))
}

interface ReportsWanted {
  state: 'open' | 'closed'
  reason?: ReportReason | undefined
  memberId?: string | undefined
  beforeId?: number | undefined
}

/** One page of reports, newest first. */
export const reportsOf = async (
  db: Db | Tx,
  { state, reason, memberId, beforeId }: ReportsWanted,
): Promise<{ reports: ReportLine[]; hasMore: boolean }> => {
  const wanted: RawBuilder<unknown>[] = [
    state === 'open' ? sql`r.closed_at is null` : sql`r.closed_at is not null`,
    ...(reason === undefined ? [] : [sql`r.reason = ${reason}`]),
    ...(memberId === undefined ? [] : [sql`r.member_id = ${memberId}`]),
    ...(beforeId === undefined ? [] : [sql`r.id < ${beforeId}`]),
  ]
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from ${lineTables} where ${sql.join(wanted, sql` and `)}
    order by r.id desc limit ${reportsPerPage + 1}`.execute(db)
  return {
    reports: await linesOf(db, rows.slice(0, reportsPerPage)),
    hasMore: rows.length > reportsPerPage,
  }
}

/** A report with its evidence, or null. */
export const reportById = async (db: Db | Tx, reportId: number): Promise<Report | null> => {
  const { rows } = await sql<
    LineRow & { text: string; message_id: string | null; evidence: Evidence }
  >`select ${lineColumns}, r.text, r.message_id, r.evidence from ${lineTables} where r.id = ${reportId}`.execute(
    db,
  )
  const row = rows[0]
  const [line] = row ? await linesOf(db, [row]) : []
  if (!row || !line) return null
  const { messages, call, requests = [], review, timeline, live = [], market } = row.evidence
  return {
    ...line,
    text: row.text,
    messageId: row.message_id,
    messages,
    call,
    requests,
    live,
    review: review ? { ...review, now: await reviewStatus(db, review.reviewId) } : null,
    // Reports from before there were movies have none.
    timeline: timeline
      ? { ...timeline, movie: timeline.movie ?? null, now: await statusOf(db, timeline) }
      : null,
    market: market ? { ...market, ...(await marketStatus(db, market)) } : null,
  }
}

const statusOf = (db: Db | Tx, { postId, comment }: EvidenceTimeline) =>
  timelineStatus(db, { postId, commentId: comment?.commentId ?? null })

const marketStatus = async (db: Db | Tx, { itemId, question }: EvidenceMarket) => ({
  now: await itemState(db, itemId),
  isQuestionThere: question !== null && (await isQuestionThere(db, question.questionId)),
})

/** Whether an image is in the evidence of the report: in a message, a post or an item. */
const hasImage = (imageId: string): RawBuilder<boolean> => sql<boolean>`(
  evidence @> ${JSON.stringify({ messages: [{ body: { kind: 'image', imageId } }] })}::text::jsonb
  or evidence @> ${JSON.stringify({ timeline: { images: [{ imageId }] } })}::text::jsonb
  or evidence @> ${JSON.stringify({ market: { images: [{ imageId }] } })}::text::jsonb
  or evidence @> ${JSON.stringify({ timeline: { movie: { poster: imageId } } })}::text::jsonb)`

/** Whether this image is in the evidence of this report. */
export const isEvidenceImage = async (db: Db, reportId: number, imageId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from report where id = ${reportId} and ${hasImage(imageId)}`.execute(db)
  return rows.length > 0
}

/** The movie of the post in the evidence of a report, or null. */
export const evidenceVideo = async (db: Db, reportId: number): Promise<string | null> => {
  const { rows } = await sql<{ fileId: string | null }>`
    select evidence #>> '{timeline,movie,fileId}' as "fileId" from report where id = ${reportId}`.execute(db)
  return rows[0]?.fileId ?? null
}

/** Whether this image is in the evidence of any report, open or closed. Reads all reports: for jobs. */
export const isEvidence = async (db: Db, imageId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from report where ${hasImage(imageId)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * For the export of a member's data: the member's reports, in their words; the operators' decision isn't in
 * it.
 */
export const reportsOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select m.name as "reportedName", r.surface, r.reason, r.text, r.created_at as "reportedAt"
    from report r join member m on m.id = r.member_id where r.reporter_id = ${memberId} order by r.id`.execute(
    db,
  )
  return rows
}
