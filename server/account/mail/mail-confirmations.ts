import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The address that waits for its confirmation. */
export const pendingMailOf = async (
  db: Db | Tx,
  memberId: string,
  nowMs: number,
): Promise<{ email: string; passwordHash: string | null; expiresAt: Date } | null> =>
  (await db
    .selectFrom('mail_confirmation')
    .select(['email', 'password_hash as passwordHash', 'expires_at as expiresAt'])
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()) ?? null

/** Ends the link that was mailed. */
export const endPendingMail = async (
  db: Db | Tx,
  memberId: string,
  nowMs: number,
  { keptSessionKey }: { keptSessionKey?: string } = {},
): Promise<void> => {
  const update = db
    .updateTable('mail_confirmation')
    .set({ ended_at: new Date(nowMs), password_hash: null })
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
  await (keptSessionKey === undefined
    ? update
    : update.where('session_hash', 'is distinct from', idHashOf(keptSessionKey))
  ).execute()
}

/** For the export of a member's data. */
export const mailConfirmationsOfMember = (db: Db | Tx, memberId: string) =>
  db
    .selectFrom('mail_confirmation')
    .select(['email', 'created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

export const eraseMailConfirmations = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('mail_confirmation').where('member_id', '=', memberId).execute()
}
