import type { StoredMail, StoredSms } from '#contract/outbox/outbox.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { decryptSms } from './encrypted-sms.ts'

/** Mail whose text is still stored, newest first. */
export const storedMails = async (db: Db | Tx, limit: number): Promise<StoredMail[]> => {
  const rows = await db
    .selectFrom('outgoing_mail')
    .select(['id', 'member_id', 'recipient', 'subject', 'body', 'created_at'])
    .where('body', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    to: row.recipient,
    subject: row.subject,
    text: row.body ?? '',
    createdAt: row.created_at.toISOString(),
  }))
}

export const oldestWaitingMailSec = (db: Db, nowMs: number): Promise<number> =>
  oldestWaitingSec(db, 'outgoing_mail', nowMs)

export const oldestWaitingSmsSec = (db: Db, nowMs: number): Promise<number> =>
  oldestWaitingSec(db, 'outgoing_sms', nowMs)

/** How long the oldest message that can still be sent has waited, in seconds; 0 when none waits. */
const oldestWaitingSec = async (
  db: Db,
  table: 'outgoing_mail' | 'outgoing_sms',
  nowMs: number,
): Promise<number> => {
  const oldest = await db
    .selectFrom(table)
    .select('created_at')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return oldest ? Math.max(0, (nowMs - oldest.created_at.getTime()) / 1_000) : 0
}

/** SMS whose number and text are still stored, newest first. */
export const storedSms = async (
  context: Pick<Context, 'secret'>,
  db: Db | Tx,
  limit: number,
): Promise<StoredSms[]> => {
  const rows = await db
    .selectFrom('outgoing_sms')
    .select(['id', 'member_id', 'encrypted', 'created_at'])
    .where('encrypted', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, member_id, encrypted, created_at }) => {
    const sms = encrypted && decryptSms(context, id, encrypted)
    return sms ? [{ id, memberId: member_id, ...sms, createdAt: created_at.toISOString() }] : []
  })
}
