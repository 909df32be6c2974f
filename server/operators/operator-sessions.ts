import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type OperatorStep, operatorIdleMs } from '#contract/operators/operators.ts'
import type { Context } from '#server/context.ts'
import { idHashOf, newOpaqueValue, opaqueCookieOf, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Client } from '#server/http/handlers.ts'
import { operatorCookieName } from './operator-cookie.ts'

/** The operator of a request. `sessionKey` identifies the session; the cookie can't be derived from it. */
export interface Operator {
  id: number
  mail: string
  step: OperatorStep
  sessionKey: string
}

/** A session ends after a working day, whatever happens in between. */
const sessionMaxMs = 10 * 60 * 60_000
/** After the password, the code has to follow within this time. */
const firstStepMaxMs = 10 * 60_000
/** The use of a session is recorded at most this often, so that not every request writes. */
const recordEveryMs = 30_000

/** The operator of a request's Cookie header; null: no session, or it ended, was idle for too long, or was closed. */
export const operatorOf = async (
  context: Pick<Context, 'db' | 'now' | 'config'>,
  cookieHeader: string | undefined,
): Promise<Operator | null> => {
  const name = operatorCookieName(context.config.publicUrl)
  const value = cookieHeader === undefined ? null : opaqueCookieOf(cookieHeader, name)
  if (value === null) return null
  const sessionKey = sessionKeyOf(value)
  const nowMs = context.now()
  const row = await context.db
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.id', 's.operator_id')
    .select(['o.id', 'o.mail', 's.passed_both_at'])
    .select((column) => column('o.totp_secret', 'is not', null).as('isEnrolled'))
    .where('s.id_hash', '=', idHashOf(sessionKey))
    .where('s.revoked_at', 'is', null)
    .where('s.ends_at', '>', new Date(nowMs))
    .where('s.last_used_at', '>', new Date(nowMs - operatorIdleMs))
    .where('o.closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const step = row.passed_both_at ? 'through' : row.isEnrolled ? 'code' : 'enrol'
  return { id: row.id, mail: row.mail, step, sessionKey }
}

/** Records the use of a session, which restarts its idle time. */
export const recordUse = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { sessionKey }: Operator,
): Promise<void> => {
  const nowMs = now()
  await db
    .updateTable('operator_session')
    .set({ last_used_at: new Date(nowMs) })
    .where('id_hash', '=', idHashOf(sessionKey))
    .where('last_used_at', '<', new Date(nowMs - recordEveryMs))
    .execute()
}

/**
 * The operator of a request that isn't an endpoint's: through both steps, with the use recorded. Refuses: notLoggedIn,
 * secondStepMissing.
 */
export const admittedOperator = async (
  context: Pick<Context, 'db' | 'now' | 'config'>,
  cookieHeader: string | undefined,
): Promise<Operator | Refusal<'notLoggedIn' | 'secondStepMissing'>> => {
  const operator = await operatorOf(context, cookieHeader)
  if (!operator) return refuse('notLoggedIn')
  if (operator.step !== 'through') return refuse('secondStepMissing')
  await recordUse(context, operator)
  return operator
}

/** Opens a session and returns the cookie's value. The caller has checked the operator's identity. */
export const openOperatorSession = async (
  { now }: Pick<Context, 'now'>,
  tx: Db | Tx,
  input: { operatorId: number; hasPassedBoth: boolean; client: Client },
): Promise<string> => {
  const value = newOpaqueValue()
  const nowMs = now()
  await tx
    .insertInto('operator_session')
    .values({
      id_hash: idHashOf(sessionKeyOf(value)),
      operator_id: input.operatorId,
      passed_both_at: input.hasPassedBoth ? new Date(nowMs) : null,
      address: input.client.address,
      user_agent: input.client.userAgent,
      created_at: new Date(nowMs),
      last_used_at: new Date(nowMs),
      ends_at: new Date(nowMs + (input.hasPassedBoth ? sessionMaxMs : firstStepMaxMs)),
    })
    .execute()
  return value
}

/** Ends one session, or all of an operator. */
export const revokeOperatorSessions = async (
  { now }: Pick<Context, 'now'>,
  tx: Db | Tx,
  which: { sessionKey: string } | { operatorId: number },
): Promise<void> => {
  const update = tx
    .updateTable('operator_session')
    .set({ revoked_at: new Date(now()) })
    .where('revoked_at', 'is', null)
  await ('sessionKey' in which
    ? update.where('id_hash', '=', idHashOf(which.sessionKey))
    : update.where('operator_id', '=', which.operatorId)
  ).execute()
}

/** Ends every session of this operator except the present one. */
export const revokeOtherSessions = async (
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  operator: Operator,
): Promise<void> => {
  await tx
    .updateTable('operator_session')
    .set({ revoked_at: new Date(now()) })
    .where('operator_id', '=', operator.id)
    .where('id_hash', '!=', idHashOf(operator.sessionKey))
    .where('revoked_at', 'is', null)
    .execute()
}
