import { sql } from 'kysely'
import { resetLinkLifeMs } from '#contract/account/password-reset.ts'
import { resetLinksMax, resetLinksWindowMs } from '#domain/account/limits.ts'
import type { Context } from '#server/context.ts'
import { idHashOf, newOpaqueValue, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { passwordResetMail } from '#server/outbox/mail-texts.ts'
import { mailedLink } from '../mail/mailed-link.ts'

/**
 * Mails a link to the account with this address, if there is one. The mail goes to the stored address, not to
 * the one that was typed. The answer doesn't wait for this, so that its time doesn't reveal which accounts
 * exist.
 * @param origin of the mailed link
 */
export const requestPasswordReset = async (
  context: Pick<Context, 'db' | 'now'>,
  mailAddress: string,
  origin: string,
): Promise<void> => {
  await context.db.transaction().execute(async (tx) => {
    const member = await accountOf(tx, mailAddress)
    if (!member) return
    await lockName(tx, `password-reset:${member.id}`)
    const nowMs = context.now()
    if ((await linksSince(tx, member.id, nowMs - resetLinksWindowMs)) >= resetLinksMax) return
    const token = newOpaqueValue()
    const expiresAt = new Date(nowMs + resetLinkLifeMs)
    await tx
      .insertInto('password_reset')
      .values({
        token_hash: idHashOf(sessionKeyOf(token)),
        member_id: member.id,
        created_at: new Date(nowMs),
        expires_at: expiresAt,
      })
      .execute()
    const link = mailedLink(origin, '/reset-password', token)
    const mail = passwordResetMail({ name: member.name, link, minutes: resetLinkLifeMs / 60_000 })
    await addMail(context, tx, { memberId: member.id, to: member.email, ...mail, expiresAt })
  })
}

/** The demo's members keep their public password. */
const accountOf = async (tx: Tx, mailAddress: string) => {
  const row = await tx
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where(sql`lower(email)`, '=', mailAddress)
    .where('is_demo', '=', false)
    .executeTakeFirst()
  return row?.email ? { ...row, email: row.email } : null
}

const linksSince = async (tx: Tx, memberId: string, sinceMs: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('password_reset')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('created_at', '>', new Date(sinceMs))
    .executeTakeFirstOrThrow()
  return count
}
