import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

export interface MemberMail {
  memberId: string
  /** The member's own address. */
  to: string
  subject: string
  text: string
  /** When the message becomes useless. */
  expiresAt: Date
}

/** Adds a mail that is sent once `tx` has committed: at least once, unless it expires before a server accepts it. */
export const addMail = async (
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { memberId, to, subject, text, expiresAt }: MemberMail,
): Promise<void> => {
  const at = new Date(now())
  await tx
    .insertInto('outgoing_mail')
    .values({
      member_id: memberId,
      recipient: to,
      subject,
      body: text,
      created_at: at,
      next_try_at: at,
      expires_at: expiresAt,
    })
    .execute()
}
