import type { KeptMail } from '../../contract/operator-outbox.ts'
import type { Db, Tx } from '../db/database.ts'

/** Mail whose text is still there, newest first. */
export const keptMails = async (db: Db | Tx, limit: number): Promise<KeptMail[]> => {
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
