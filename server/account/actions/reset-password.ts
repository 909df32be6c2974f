import { type Refusal, refuse } from '../../../contract/refusal.ts'
import { normalMail } from '../../../domain/account/mail-address.ts'
import { newPasswordRefusal } from '../../../domain/account/password.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { addMail } from '../../outbox/add-mail.ts'
import { keyedHash } from '../keyed-hash.ts'
import { japaneseTime, newsWorthMs, passwordChangedMail } from '../mail-texts.ts'
import { idHashOf, sessionKeyOf } from '../opaque-cookie.ts'
import { hashPassword, passwordLane } from '../passwords.ts'
import { forgetFailures } from '../sign-in-failures.ts'
import { revokeAllSessionsWithin } from './revoke-session.ts'

interface Owner {
  id: string
  name: string
  email: string
}

type ResetRefusal =
  | 'resetGone'
  | 'newPasswordTooShort'
  | 'newPasswordTooLong'
  | 'newPasswordTooCommon'
  | 'newPasswordUnreadable'
  | 'tooManyRequests'

/**
 * Sets a new password by a mailed link. The link is used up by the first success alone: a password that isn't taken
 * can be typed anew. Every session of the member ends, the failed sign-ins are forgotten, and a mail tells of it.
 */
export const resetPassword = async (
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<null | Refusal<ResetRefusal>> => {
  const tokenHash = idHashOf(sessionKeyOf(token))
  const owner = await ownerOf(context.db, tokenHash, context.now())
  if (!owner) return refuse('resetGone')
  const refused = newPasswordRefusal(password, owner.email)
  if (refused) return refused
  const passwordHash = await passwordLane.run(() => hashPassword(password))
  if (passwordHash === null) return refuse('tooManyRequests')

  const ended = await context.db.transaction().execute(async (tx) => {
    if (!(await useUp(tx, tokenHash, owner.id, context.now()))) return null
    await tx.updateTable('member').set({ password_hash: passwordHash }).where('id', '=', owner.id).execute()
    const account = keyedHash(context.secret, 'account', normalMail(owner.email))
    await forgetFailures(tx, { account })
    const at = japaneseTime.format(context.now())
    const expiresAt = new Date(context.now() + newsWorthMs)
    await addMail(context, tx, {
      memberId: owner.id,
      to: owner.email,
      ...passwordChangedMail({ name: owner.name, at }),
      expiresAt,
    })
    return revokeAllSessionsWithin(context, tx, owner.id)
  })
  if (ended === null) return refuse('resetGone')
  for (const sessionKey of ended) context.sessions.forget(sessionKey)
  return null
}

const ownerOf = async (db: Db, tokenHash: Buffer, nowMs: number): Promise<Owner | null> => {
  const row = await db
    .selectFrom('password_reset as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .select(['m.id', 'm.name', 'm.email'])
    .where('r.token_hash', '=', tokenHash)
    .where('r.used_at', 'is', null)
    .where('r.expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return row?.email ? { ...row, email: row.email } : null
}

/** Of two at once one finds it unused. The member's other links go with it. */
const useUp = async (tx: Tx, tokenHash: Buffer, memberId: string, nowMs: number): Promise<boolean> => {
  const now = new Date(nowMs)
  const used = await tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst()
  if (!used) return false
  await tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute()
  return true
}
