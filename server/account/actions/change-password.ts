import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { newPasswordRefusal } from '#domain/account/password.ts'
import type { Context } from '#server/context.ts'
import { hashPassword, passwordHashSlots } from '#server/credentials/passwords.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import { lockMember } from '#server/members/member-lock.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { endPendingMail } from '../mail/mail-confirmations.ts'
import { setPassword } from '../mail/set-password.ts'
import { notifyOwner } from '../notify-owner.ts'
import { revokeOtherSessions } from './revoke-session.ts'

type ChangeRefusal =
  | 'newPasswordTooShort'
  | 'newPasswordTooLong'
  | 'newPasswordTooCommon'
  | 'newPasswordUnreadable'
  | 'demoAccountFixed'
  | 'forbidden'
  | 'tooManyRequests'

/**
 * Changes the password of a member who has proved their identity. This session is rotated and all others end,
 * and with them what was requested in them: a pending mail address.
 */
export const changePassword = async (
  context: Context,
  { memberId, sessionKey }: Viewer,
  { password, userAgent }: { password: string; userAgent: string },
): Promise<OpenedSession | Refusal<ChangeRefusal>> => {
  const before = await context.db
    .selectFrom('member')
    .select(['email', 'is_demo as isDemo'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (before.isDemo) return refuse('demoAccountFixed')
  // Without an address a password opens nothing.
  if (before.email === null) return refuse('forbidden')
  const refused = newPasswordRefusal(password, before.email)
  if (refused) return refused
  const passwordHash = await passwordHashSlots.run(() => hashPassword(password))
  if (passwordHash === null) return refuse('tooManyRequests')

  const changed = await inTransaction(context.db, async (tx) => {
    const { email, ...member } = await lockMember(tx, memberId)
    if (email === null) return refuse('forbidden')
    const owner = { ...member, email }
    const rotated = await rotateSession(context, tx, sessionKey)
    // The session was signed out elsewhere meanwhile: nothing is changed.
    if (!rotated) return refuse('forbidden')
    const ended = await revokeOtherSessions(context, tx, {
      memberId,
      sessionKey: rotated.sessionKey,
    })
    await setPassword(context, tx, owner, passwordHash)
    await endPendingMail(tx, memberId, context.now(), { keptSessionKey: rotated.sessionKey })
    const where = { memberId, sessionKey: rotated.sessionKey, userAgent }
    await notifyOwner(context, tx, 'passwordChanged', where)
    return { rotated, ended }
  })
  if (isRefusal(changed)) return changed
  for (const ended of [...changed.ended, sessionKey]) context.sessions.evict(ended)
  return changed.rotated
}
