import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { deviceName } from '#domain/shell/device-name.ts'
import type { Context } from '#server/context.ts'
import { idHashOf, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/query-errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import { lockMember } from '#server/members/member-lock.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { securityMails } from '#server/outbox/mail-texts.ts'
import { endPendingMail } from '../mail/mail-confirmations.ts'
import { endResetLinks } from '../mail/set-password.ts'
import { notifyByMail } from '../notify-by-mail.ts'
import { notifyOwner } from '../notify-owner.ts'

type ConfirmRefusal = 'confirmationGone' | 'confirmationUsed' | 'mailTaken'

/**
 * Makes the address of a mailed link the account's, with the password that was set with it, once. It opens no
 * session, because others than the addressee may read a link. If the session that requested the link opens
 * it, it is rotated.
 * @returns the rotated session; null when the link was opened elsewhere
 */
export const confirmMail = async (
  context: Context,
  token: string,
  viewer: Viewer | null,
): Promise<{ rotated: OpenedSession | null } | Refusal<ConfirmRefusal>> => {
  const tokenHash = idHashOf(sessionKeyOf(token))
  const memberId = await addresseeOf(context.db, tokenHash)
  if (memberId === null) return refuse('confirmationGone')
  const ownKey = viewer?.memberId === memberId ? viewer.sessionKey : null
  try {
    const confirmed = await inTransaction(context.db, async (tx) => {
      const member = await lockMember(tx, memberId)
      const rotated = ownKey === null ? null : await rotateSession(context, tx, ownKey)
      const pending = await useUp(tx, tokenHash, context.now())
      if (isRefusal(pending)) return pending
      await replaceAddress(context, tx, member, pending)
      return { rotated }
    })
    if (!isRefusal(confirmed) && ownKey !== null) context.sessions.evict(ownKey)
    return confirmed
  } catch (error) {
    if (!isUniqueViolation(error, 'member_email')) throw error
    // Another account confirmed the address after this link was mailed.
    await endPendingMail(context.db, memberId, context.now())
    return refuse('mailTaken')
  }
}

interface Confirmed {
  email: string
  passwordHash: string | null
  /** The session that requested it; null once that session is deleted. */
  requestedIn: Buffer | null
}

const addresseeOf = async (db: Db, tokenHash: Buffer): Promise<string | null> => {
  const row = await db
    .selectFrom('mail_confirmation')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** The caller of this function holds the lock on the member, which covers all links of the member. */
const useUp = async (
  tx: Tx,
  tokenHash: Buffer,
  nowMs: number,
): Promise<Confirmed | Refusal<'confirmationGone' | 'confirmationUsed'>> => {
  const row = await tx
    .selectFrom('mail_confirmation')
    .select(['email', 'password_hash', 'session_hash', 'expires_at', 'confirmed_at', 'ended_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row?.confirmed_at) return refuse('confirmationUsed')
  if (!row || row.ended_at || row.expires_at.getTime() <= nowMs) return refuse('confirmationGone')
  await tx
    .updateTable('mail_confirmation')
    .set({ confirmed_at: new Date(nowMs), password_hash: null })
    .where('token_hash', '=', tokenHash)
    .execute()
  return { email: row.email, passwordHash: row.password_hash, requestedIn: row.session_hash }
}

/** Links mailed to the old address are ended, and it gets a mail about the change. */
const replaceAddress = async (
  context: Context,
  tx: Tx,
  member: Awaited<ReturnType<typeof lockMember>>,
  { email, passwordHash, requestedIn }: Confirmed,
): Promise<void> => {
  if (member.email !== null) {
    await endResetLinks(tx, member.id, context.now())
    await notifyOldAddress(context, tx, { ...member, email: member.email }, requestedIn)
  }
  await tx
    .updateTable('member')
    .set({ email, ...(passwordHash !== null && { password_hash: passwordHash }) })
    .where('id', '=', member.id)
    .execute()
}

const notifyOldAddress = async (
  context: Context,
  tx: Tx,
  member: { id: string; name: string; email: string },
  requestedIn: Buffer | null,
): Promise<void> => {
  const session =
    requestedIn &&
    (await tx
      .selectFrom('session')
      .select('user_agent')
      .where('id_hash', '=', requestedIn)
      .executeTakeFirst())
  if (session)
    await notifyOwner(context, tx, 'mailChanged', {
      memberId: member.id,
      sessionKey: requestedIn.toString('base64url'),
      userAgent: session.user_agent ?? '',
    })
  else
    await notifyByMail(context, tx, member, (values) =>
      securityMails.mailChanged({ ...values, deviceName: deviceName('') }),
    )
}
