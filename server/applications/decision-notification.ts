import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { mailAddressesOf } from '#server/members/queries.ts'
import { type ApplicationMoved, addMemberNotices } from '#server/notifications/add-notifications.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { notificationMail } from '#server/outbox/mail-texts.ts'

/** The mail about a decision is sent within this time, however late. */
const tellWithinMs = 7 * 24 * 3_600_000

/** Notifies the applicant in the app, and by a mail that doesn't name the subject, when `tx` commits. */
export const notifyApplicant = async (
  context: Pick<Context, 'config' | 'now' | 'mailer'>,
  tx: Tx,
  { memberId, outcome }: { memberId: string; outcome: ApplicationMoved['outcome'] },
): Promise<void> => {
  await addMemberNotices(tx, [{ memberId, about: { kind: 'applicationMoved', outcome } }])
  const member = (await mailAddressesOf(tx, [memberId], context.config.demo)).get(memberId)
  if (!member || !context.mailer.isThere) return
  const expiresAt = new Date(context.now() + tellWithinMs)
  await addMail(context, tx, { memberId, to: member.email, ...notificationMail(member), expiresAt })
}
