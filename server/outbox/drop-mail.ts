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
