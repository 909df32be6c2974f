import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { eventLifeMs, japaneseTime } from '#server/outbox/mail-texts.ts'

/** Mails a member about what happened to the account, when `tx` commits. */
export const notifyByMail = (
  context: Pick<Context, 'now'>,
  tx: Tx,
  member: { id: string; name: string; email: string },
  mailOf: (values: { name: string; at: string }) => { subject: string; text: string },
): Promise<void> =>
  addMail(context, tx, {
    memberId: member.id,
    to: member.email,
    ...mailOf({ name: member.name, at: japaneseTime.format(context.now()) }),
    expiresAt: new Date(context.now() + eventLifeMs),
  })
