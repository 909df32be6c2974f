import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/** Deletes pending mail and SMS to a member. A message that is being sent at this moment may still arrive. */
export const dropPendingMail = async (tx: Tx, memberId: string): Promise<void> => {
  for (const table of ['outgoing_mail', 'outgoing_sms'] as const)
    await tx
      .deleteFrom(table)
      .where('member_id', '=', memberId)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .execute()
}

/** Gives up pending SMS that are no longer true. One that is being sent at this moment may still arrive. */
export const withdrawSms = async ({ now }: Pick<Context, 'now'>, tx: Tx, memberId: string): Promise<void> => {
  await tx
    .updateTable('outgoing_sms')
    .set({ given_up_at: new Date(now()), failure: 'withdrawn', encrypted: null })
    .where('member_id', '=', memberId)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}

/** Part of a member's erasure: deletes every mail and SMS to the member, with address and number. */
export const eraseMail = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('outgoing_mail').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('outgoing_sms').where('member_id', '=', memberId).execute()
}
