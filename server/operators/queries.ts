import type { OperatorSignIn } from '#contract/operators/account.ts'
import { type AlertKind, alertsPerPage, type OperatorAlert } from '#contract/operators/alerts.ts'
import { type AuditLine, auditLinesPerPage, operatorIdleMs } from '#contract/operators/operators.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Operator } from './operator-sessions.ts'

/** The operator who may sign in under this mail address, in its normal spelling; a closed account may not. */
export const operatorByMail = async (
  db: Db | Tx,
  mail: string,
): Promise<{ id: number; passwordHash: string; isEnrolled: boolean } | null> => {
  const row = await db
    .selectFrom('operator')
    .select(['id', 'password_hash as passwordHash'])
    .select((column) => column('totp_secret', 'is not', null).as('isEnrolled'))
    .where('mail', '=', mail)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, isEnrolled: Boolean(row.isEnrolled) } : null
}

/** Mail addresses of operators, by id; closed accounts too. */
export const operatorMails = async (
  db: Db | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('operator').select(['id', 'mail']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.mail]))
}

export const recoveryCodesLeft = async (db: Db | Tx, operatorId: number): Promise<number> => {
  const row = await db
    .selectFrom('operator_recovery_code')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** The sessions of this operator that passed both steps, the latest used first. */
export const signInsOf = async (
  db: Db | Tx,
  operator: Operator,
  nowMs: number,
): Promise<OperatorSignIn[]> => {
  const rows = await db
    .selectFrom('operator_session')
    .select(['id_hash', 'address', 'user_agent', 'created_at', 'last_used_at'])
    .where('operator_id', '=', operator.id)
    .where('passed_both_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', new Date(nowMs))
    .where('last_used_at', '>', new Date(nowMs - operatorIdleMs))
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map((row) => ({
    address: row.address,
    userAgent: row.user_agent,
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isThis: row.id_hash.equals(idHashOf(operator.sessionKey)),
  }))
}

export const openAlertCount = async (db: Db | Tx): Promise<number> => {
  const row = await db
    .selectFrom('operator_notice')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** One page of a list by falling ids, and whether there is more. The query asked for one row more than a page. */
const pageOf = <Row>(rows: Row[], size: number): { rows: Row[]; hasMore: boolean } => ({
  rows: rows.slice(0, size),
  hasMore: rows.length > size,
})

export const alertsOf = async (
  db: Db | Tx,
  { state, beforeId }: { state: 'open' | 'done'; beforeId?: number | undefined },
): Promise<{ notices: OperatorAlert[]; hasMore: boolean }> => {
  let query = db
    .selectFrom('operator_notice as n')
    .leftJoin('operator as o', 'o.id', 'n.done_by')
    .selectAll('n')
    .select('o.mail')
    .where('n.done_at', state === 'open' ? 'is' : 'is not', null)
    .orderBy('n.id', 'desc')
    .limit(alertsPerPage + 1)
  if (beforeId !== undefined) query = query.where('n.id', '<', beforeId)
  const { rows, hasMore } = pageOf(await query.execute(), alertsPerPage)
  const notices = rows.map((row) => ({
    id: row.id,
    kind: row.kind as AlertKind,
    subject: row.subject,
    text: row.text,
    times: row.times,
    raisedAt: row.raised_at.toISOString(),
    lastRaisedAt: row.last_raised_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.mail,
  }))
  return { notices, hasMore }
}

/** Lines of the audit log, newest first; of one subject when it is given. */
export const auditLines = async (
  db: Db | Tx,
  { beforeId, subject }: { beforeId?: number | undefined; subject?: string | undefined },
): Promise<{ lines: AuditLine[]; hasMore: boolean }> => {
  let query = db
    .selectFrom('operator_audit as a')
    .leftJoin('operator as o', 'o.id', 'a.operator_id')
    .selectAll('a')
    .select('o.mail')
    .orderBy('a.id', 'desc')
    .limit(auditLinesPerPage + 1)
  if (beforeId !== undefined) query = query.where('a.id', '<', beforeId)
  if (subject !== undefined) query = query.where('a.subject', '=', subject)
  const { rows, hasMore } = pageOf(await query.execute(), auditLinesPerPage)
  const lines = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    operator: row.mail,
    address: row.address,
    action: row.action,
    subject: row.subject,
    before: row.before,
    after: row.after,
  }))
  return { lines, hasMore }
}
