import { type OperatorStep, operatorIdleMs } from '#contract/operators/operators.ts'
import type { Context } from '#server/context.ts'
import { idHashOf, newOpaqueValue, opaqueCookieOf, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Client } from '#server/http/handlers.ts'
import { operatorCookieName } from './operator-cookie.ts'

/** Who asks, of the operators. `sessionKey` names the session without being able to open it. */
export interface Operator {
  id: number
  mail: string
  step: OperatorStep
  sessionKey: string
}

/** A sign-in ends after a day's work, whatever happens in between. */
const sessionMaxMs = 10 * 60 * 60_000
/** Who gave the password has this long for the code. */
const firstStepMaxMs = 10 * 60_000
/** A session in use is noted at most this often, so that not every request writes. */
const noteEveryMs = 30_000

/** The operator of a request's Cookie header, or null: no session, ended, idle for too long, or closed meanwhile. */
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

/** Something was done in this session: the idle time starts anew. */
export const recordUse = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { sessionKey }: Operator,
): Promise<void> => {
  const nowMs = now()
  await db
    .updateTable('operator_session')
    .set({ last_used_at: new Date(nowMs) })
    .where('id_hash', '=', idHashOf(sessionKey))
    .where('last_used_at', '<', new Date(nowMs - noteEveryMs))
    .execute()
}

/** Opens a session and answers the cookie's value. The caller has checked who it is. */
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

/** Ends every sign-in of this operator but the one that asks. */
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
