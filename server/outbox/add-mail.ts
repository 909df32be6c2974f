import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

export interface MemberMail {
  memberId: string
  /** The member's own address. */
  to: string
  subject: string
  text: string
  /** When it is worth nothing any more. */
  expiresAt: Date
}

/** Has a mail sent when `tx` commits: at least once, unless it expires before a server takes it. */
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
