import { randomInt } from 'node:crypto'
import { normalMail } from '#domain/account/mail-address.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { recordAudit } from './audit.ts'
import { revokeOperatorSessions } from './operator-sessions.ts'
import { operatorByMail } from './queries.ts'

/** Operators are added, reset and closed at the machine itself (`npm run operator`), never in the browser. */

const passwordCharacters = 20
/** Without characters that are easily confused when read out. */
const passwordAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Rough: it only has to tell a mail address from a typing error. */
const mailShape = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** A command that can't be carried out; the message is for the person at the terminal. */
class OperatorAccountError extends Error {
  override name = 'OperatorAccountError'
}

const newPassword = (): string =>
  Array.from({ length: passwordCharacters }, () =>
    passwordAlphabet.charAt(randomInt(passwordAlphabet.length)),
  ).join('')

const record = (tx: Tx, action: string, mail: string): Promise<void> =>
  recordAudit(tx, { operatorId: null, address: null, action, subject: `operator:${mail}` })

const openAccount = async (tx: Tx, given: string): Promise<{ id: number; mail: string }> => {
  const mail = normalMail(given)
  const found = await operatorByMail(tx, mail)
  if (!found) throw new OperatorAccountError(`運営者 ${mail} は見つかりません。`)
  return { id: found.id, mail }
}

/**
 * Adds an operator, who enrols an authenticator at the first sign-in. A closed account is opened again.
 * @returns the password, which is stored nowhere else
 */
export const addOperator = async (
  tx: Tx,
  given: string,
  password = newPassword(),
): Promise<{ mail: string; password: string }> => {
  const mail = normalMail(given)
  if (!mailShape.test(mail)) throw new OperatorAccountError(`「${given}」はメールアドレスではありません。`)
  const fresh = { password_hash: await hashPassword(password), totp_secret: null, closed_at: null }
  const added = await tx
    .insertInto('operator')
    .values({ mail, ...fresh })
    .onConflict((conflict) =>
      conflict.column('mail').doUpdateSet(fresh).where('operator.closed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new OperatorAccountError(`運営者 ${mail} はすでにいます。`)
  await record(tx, 'addOperator', mail)
  return { mail, password }
}

/** Adds the demo's operator, unless there is or was one. */
export const addOperatorOnce = async (tx: Tx, mail: string, password: string): Promise<void> => {
  await lockName(tx, `operator:${mail}`)
  const known = await tx.selectFrom('operator').select('id').where('mail', '=', mail).executeTakeFirst()
  if (!known) await addOperator(tx, mail, password)
}

/** Sets a new password, deletes the authenticator and its recovery codes, and ends all sessions. */
export const resetOperator = async (
  now: () => number,
  tx: Tx,
  given: string,
): Promise<{ mail: string; password: string }> => {
  const { id, mail } = await openAccount(tx, given)
  const password = newPassword()
  await tx
    .updateTable('operator')
    .set({ password_hash: await hashPassword(password), totp_secret: null })
    .where('id', '=', id)
    .execute()
  await endEverything(now, tx, id)
  await record(tx, 'resetOperator', mail)
  return { mail, password }
}

/** Closes an account: it can't sign in any more, and its lines in the audit log stay. */
export const closeOperator = async (now: () => number, tx: Tx, given: string): Promise<{ mail: string }> => {
  const { id, mail } = await openAccount(tx, given)
  await tx
    .updateTable('operator')
    .set({ closed_at: new Date(now()), totp_secret: null })
    .where('id', '=', id)
    .execute()
  await endEverything(now, tx, id)
  await record(tx, 'closeOperator', mail)
  return { mail }
}

/** Closes the demo's operator once there is no demo any more. @returns whether the account was open */
export const closeOperatorIfOpen = async (now: () => number, tx: Tx, mail: string): Promise<boolean> => {
  await lockName(tx, `operator:${mail}`)
  if (!(await operatorByMail(tx, mail))) return false
  await closeOperator(now, tx, mail)
  return true
}

const endEverything = async (now: () => number, tx: Tx, operatorId: number): Promise<void> => {
  await revokeOperatorSessions({ now }, tx, { operatorId })
  await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute()
}
