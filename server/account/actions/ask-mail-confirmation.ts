import { sql } from 'kysely'
import { confirmLinkLifeMs } from '#contract/account/mail-account.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { confirmMailsMax, confirmMailsToAddressMax, confirmMailsWindowMs } from '#domain/account/limits.ts'
import { normalMail } from '#domain/account/mail-address.ts'
import { type MailChangeRefusal, mailChangeRefusal } from '#domain/account/mail-change.ts'
import type { Context } from '#server/context.ts'
import { idHashOf, newOpaqueValue, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import { hashPassword, passwordHashSlots } from '#server/credentials/passwords.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockMember } from '#server/members/member-lock.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { confirmMailMail, mailTakenMail } from '#server/outbox/mail-texts.ts'
import { endPendingMail, pendingMailOf } from '../mail/mail-confirmations.ts'
import { mailedLink } from '../mail/mailed-link.ts'

interface Request {
  /** As `normalMail` spells it. */
  address: string
  password: string | undefined
}

/**
 * Requests an address for the account: mails a link that confirms it and replaces the link before. The
 * answer, the pending row and the limits are the same when another account has the address; the mail then
 * says so, without a link.
 * @param origin of the mailed link
 */
export const requestMailConfirmation = async (
  context: Context,
  viewer: Viewer,
  { email, password }: { email: string; password?: string | undefined },
  origin: string,
): Promise<null | Refusal<MailChangeRefusal | 'confirmMailTooOften' | 'tooManyRequests'>> => {
  const request = { address: normalMail(email), password }
  // Checked before the hash, which is expensive, and once more with the lock held.
  const refused = await inTransaction(context.db, (tx) => currentRefusal(context, tx, viewer, request))
  if (isRefusal(refused)) return refused
  const newHash = password === undefined ? null : await passwordHashSlots.run(() => hashPassword(password))
  if (password !== undefined && newHash === null) return refuse('tooManyRequests')
  return inTransaction(context.db, async (tx) => {
    const again = await currentRefusal(context, tx, viewer, request)
    if (isRefusal(again)) return again
    if (await isTooOften(context, tx, viewer.memberId, request.address)) return refuse('confirmMailTooOften')
    await replacePending(context, tx, viewer, request.address, { newHash, origin })
    return null
  })
}

/** Locks the member until the transaction ends. */
const currentRefusal = async ({ now }: Context, tx: Tx, { memberId }: Viewer, request: Request) => {
  const member = await lockMember(tx, memberId)
  const pending = await pendingMailOf(tx, memberId, now())
  const current = {
    email: member.email,
    hasPassword: member.passwordHash !== null,
    isDemo: member.isDemo,
    pending: pending && { email: pending.email, hasPassword: pending.passwordHash !== null },
  }
  return mailChangeRefusal(current, request.address, request.password)
}

const isTooOften = async ({ now }: Context, tx: Tx, memberId: string, address: string): Promise<boolean> => {
  await lockName(tx, `mail-confirmation:${address}`)
  const { own, toAddress } = await tx
    .selectFrom('mail_confirmation')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('member_id', '=', memberId).as('own'),
      fn.countAll<number>().filterWhere('email', '=', address).as('toAddress'),
    ])
    .where(({ or, eb }) => or([eb('member_id', '=', memberId), eb('email', '=', address)]))
    .where('created_at', '>', new Date(now() - confirmMailsWindowMs))
    .executeTakeFirstOrThrow()
  return own >= confirmMailsMax || toAddress >= confirmMailsToAddressMax
}

const replacePending = async (
  context: Context,
  tx: Tx,
  { memberId, sessionKey }: Viewer,
  address: string,
  { newHash, origin }: { newHash: string | null; origin: string },
): Promise<void> => {
  const sessionHash = await lockSession(tx, sessionKey)
  const before = await pendingMailOf(tx, memberId, context.now())
  const passwordHash = newHash ?? (before?.email === address ? before.passwordHash : null)
  await endPendingMail(tx, memberId, context.now())
  const token = newOpaqueValue()
  const expiresAt = new Date(context.now() + confirmLinkLifeMs)
  await tx
    .insertInto('mail_confirmation')
    .values({
      token_hash: idHashOf(sessionKeyOf(token)),
      member_id: memberId,
      email: address,
      password_hash: passwordHash,
      session_hash: sessionHash,
      created_at: new Date(context.now()),
      expires_at: expiresAt,
    })
    .execute()
  const owner = await ownerOf(tx, address)
  const mail = owner
    ? { memberId: owner.id, ...mailTakenMail({ name: owner.name }) }
    : {
        memberId,
        ...confirmMailMail({
          memberId,
          link: mailedLink(origin, '/confirm-mail', token),
          hours: confirmLinkLifeMs / 3_600_000,
        }),
      }
  await addMail(context, tx, { ...mail, to: address, expiresAt })
}

/**
 * Null when the session's cookie was rotated meanwhile. Sessions are always locked before the rows that refer
 * to them.
 */
const lockSession = async (tx: Tx, sessionKey: string): Promise<Buffer | null> => {
  const row = await tx
    .selectFrom('session')
    .select('id_hash')
    .where('id_hash', '=', idHashOf(sessionKey))
    .forKeyShare()
    .executeTakeFirst()
  return row?.id_hash ?? null
}

const ownerOf = (tx: Tx, address: string) =>
  tx.selectFrom('member').select(['id', 'name']).where(sql`lower(email)`, '=', address).executeTakeFirst()
