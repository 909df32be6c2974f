import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { liveFlowEndpoints } from '#contract/live/flow.ts'
import { readReportText } from '#domain/safety/report.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { ReportMatter } from '#server/safety/store-report.ts'
import { storeReport } from '#server/safety/store-report.ts'
import { roomFacts } from '../flow-facts.ts'

/** What a report takes along from before the entry, and at most. */
const evidenceWindow = sql`interval '2 minutes'`
const evidenceMax = 200

/**
 * Reports who wrote an entry of a room, with the last two minutes of the flow before it as evidence: also what was
 * removed. The broadcaster may report after the end; who watches, while watching.
 *
 * The order of the refusals: reportTextTooLong, notFound, liveNotWatching, idempotencyMismatch, notFound (the entry, or
 * one without an author), reportSelf, reportTooOften.
 */
export const reportComment = async (
  context: Context,
  { memberId }: Viewer,
  input: InputOf<typeof liveFlowEndpoints.reportLiveComment>,
): Promise<null | Refusal<
  | 'notFound'
  | 'liveNotWatching'
  | 'reportSelf'
  | 'reportTextTooLong'
  | 'reportTooOften'
  | 'idempotencyMismatch'
>> => {
  const { roomId, seq, reportId, reason } = input
  const text = readReportText(input.text)
  if (isRefusal(text)) return text
  const facts = await roomFacts(context.db, roomId, memberId)
  if (!facts) return refuse('notFound')
  if (facts.role === null) return refuse('liveNotWatching')
  const command = { reportId, surface: 'live', reason, text } as const
  return inTransaction(context.db, async (tx) => {
    const entry = await tx
      .selectFrom('live_entry')
      .select('id')
      .where('room_id', '=', roomId)
      .where('seq', '=', seq)
      .executeTakeFirst()
    return storeReport(tx, memberId, { ...command, messageId: entry?.id ?? null }, () =>
      matterOf(tx, roomId, seq, memberId),
    )
  })
}

interface EvidenceRow {
  seq: number
  member_id: string | null
  name: string | null
  at: Date
  kind: string
  text: string
  item_name: string | null
  is_removed: boolean
}

const matterOf = async (
  tx: Tx,
  roomId: string,
  seq: number,
  memberId: string,
): Promise<ReportMatter | Refusal<'notFound' | 'reportSelf'>> => {
  const { rows } = await sql<EvidenceRow>`
    select e.seq, e.member_id, m.name, e.at, e.kind, e.text, e.item_name, e.removed_at is not null as is_removed
    from live_entry e left join member m on m.id = e.member_id
    where e.room_id = ${roomId} and e.seq <= ${seq}
      and e.at > (select x.at from live_entry x where x.room_id = ${roomId} and x.seq = ${seq}) - ${evidenceWindow}
    order by e.seq desc limit ${evidenceMax}`.execute(tx)
  const about = rows.find((row) => row.seq === seq)
  if (!about?.member_id) return refuse('notFound')
  if (about.member_id === memberId) return refuse('reportSelf')
  const live = rows.reverse().map((row) => ({
    seq: row.seq,
    author: row.member_id === null ? null : { id: row.member_id, name: row.name ?? '' },
    at: row.at.toISOString(),
    text: row.kind === 'comment' ? row.text : (row.item_name ?? row.text),
    wasRemoved: row.is_removed,
  }))
  return {
    reported: { id: about.member_id, name: about.name ?? '' },
    evidence: { messages: [], call: null, live },
  }
}
