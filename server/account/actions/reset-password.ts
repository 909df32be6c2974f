import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { newPasswordRefusal } from '#domain/account/password.ts'
import type { Context } from '#server/context.ts'
import { idHashOf, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import { hashPassword, passwordHashSlots } from '#server/credentials/passwords.ts'
import { eraseRecoveryCode } from '#server/credentials/recovery-codes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockMember } from '#server/members/member-lock.ts'
import { passwordResetDoneMail } from '#server/outbox/mail-texts.ts'
import { endPendingMail } from '../mail/mail-confirmations.ts'
import { setPassword } from '../mail/set-password.ts'
import { notifyByMail } from '../notify-by-mail.ts'
import { revokeAllSessionsInTx } from './revoke-session.ts'

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
 * Sets a new password by a mailed link. Only the first success uses the link up: after a refused password
 * another one can be typed. Every session of the member and the recovery code end, and a mail reports the change and
 * names the ways in that stay.
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
  const passwordHash = await passwordHashSlots.run(() => hashPassword(password))
  if (passwordHash === null) return refuse('tooManyRequests')

  const ended = await context.db.transaction().execute(async (tx) => {
    await lockMember(tx, owner.id)
    if (!(await useUp(tx, tokenHash, context.now()))) return null
    const revoked = await revokeAllSessionsInTx(context, tx, owner.id)
    await setPassword(context, tx, owner, passwordHash)
    // A stranger who was in the account may have requested an address, and made a recovery code.
    await endPendingMail(tx, owner.id, context.now())
    await eraseRecoveryCode(tx, owner.id)
    await notifyByMail(context, tx, owner, passwordResetDoneMail)
    return revoked
  })
  if (ended === null) return refuse('resetGone')
  for (const sessionKey of ended) context.sessions.evict(sessionKey)
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

/** Of two concurrent requests only one finds it unused. */
const useUp = async (tx: Tx, tokenHash: Buffer, nowMs: number): Promise<boolean> => {
  const now = new Date(nowMs)
  const used = await tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst()
  return used !== undefined
}
