import { sql } from 'kysely'
import type { InputOf } from '../../../contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '../../../contract/refusal.ts'
import type { safetyEndpoints } from '../../../contract/safety.ts'
import { canSee } from '../../../domain/people/visibility.ts'
import { decideReport, readReportText, reportsKnownMs } from '../../../domain/safety/report.ts'
import { lockName } from '../../account/name-lock.ts'
import { type Member, memberById } from '../../account/queries.ts'
import type { Viewer } from '../../account/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { raiseNotice } from '../../operator/raise-notice.ts'
import { takeEvidence } from '../evidence.ts'

type ReportInput = InputOf<typeof safetyEndpoints.addReport>
type ReportRefusal =
  | 'reportSelf'
  | 'reportTextTooLong'
  | 'notFound'
  | 'reportTooOften'
  | 'idempotencyMismatch'

/**
 * Reports a member, with what the two wrote and their call as they are now. The same id again is the same report. A
 * block in either direction changes nothing: who harasses and then blocks can be reported all the same.
 *
 * Precedence of refusals: reportSelf, reportTextTooLong, notFound (whom, which message, which call),
 * idempotencyMismatch, reportTooOften.
 */
export const addReport = async (
  context: Context,
  viewer: Viewer,
  input: ReportInput,
): Promise<null | Refusal<ReportRefusal>> => {
  if (input.partnerId === viewer.memberId) return refuse('reportSelf')
  const text = readReportText(input.text)
  if (isRefusal(text)) return text
  const partner = await memberById(context.db, input.partnerId)
  if (!partner || !canSee({ id: viewer.memberId, role: viewer.role }, partner)) return refuse('notFound')
  return inTransaction(context.db, (tx) => store(tx, viewer, { ...input, text }, partner))
}

const store = async (
  tx: Tx,
  viewer: Viewer,
  input: ReportInput,
  partner: Member,
): Promise<null | Refusal<ReportRefusal>> => {
  const { reportId, partnerId, messageId = null, callId = null } = input
  await lockName(tx, `report:${viewer.memberId}`)
  const isSame = await isRepeat(tx, viewer.memberId, input)
  if (isSame !== null) return isSame ? null : refuse('idempotencyMismatch')
  const evidence = await takeEvidence(tx, { memberId: viewer.memberId, partnerId, messageId, callId })
  if (!evidence) return refuse('notFound')
  const tooOften = decideReport(...(await earlierReports(tx, viewer.memberId)))
  if (tooOften) return tooOften
  await tx
    .insertInto('report')
    .values({
      command_id: reportId,
      reporter_id: viewer.memberId,
      member_id: partnerId,
      surface: input.surface,
      reason: input.reason,
      text: input.text,
      message_id: messageId,
      call_id: callId,
      evidence,
    })
    .execute()
  if (input.reason === 'underAge') {
    await raiseNotice(tx, {
      kind: 'reportUrgent',
      subject: `member:${partnerId}`,
      text: `${partner.name}さんが18歳未満と思われるという通報がありました。`,
    })
  }
  return null
}

/** Whether this id is there already and says the same; null when it is new. Somebody else's id is another report. */
const isRepeat = async (tx: Tx, memberId: string, input: ReportInput): Promise<boolean | null> => {
  const known = await tx
    .selectFrom('report')
    .select(['reporter_id', 'member_id', 'surface', 'reason', 'text', 'message_id', 'call_id'])
    .where('command_id', '=', input.reportId)
    .executeTakeFirst()
  if (!known) return null
  return (
    known.reporter_id === memberId &&
    known.member_id === input.partnerId &&
    known.surface === input.surface &&
    known.reason === input.reason &&
    known.text === input.text &&
    known.message_id === (input.messageId ?? null) &&
    known.call_id === (input.callId ?? null)
  )
}

/** When he reported lately, and the database's clock, both in milliseconds. */
const earlierReports = async (tx: Tx, memberId: string): Promise<[number[], number]> => {
  const { rows } = await sql<{ at: Date | null; now: Date }>`
    select r.created_at as at, clock.now from (select now() as now) clock
    left join report r on r.reporter_id = ${memberId}
      and r.created_at > clock.now - make_interval(secs => ${reportsKnownMs / 1000})`.execute(tx)
  const instants = rows.flatMap(({ at }) => (at === null ? [] : [at.getTime()]))
  return [instants, rows[0]?.now.getTime() ?? 0]
}
