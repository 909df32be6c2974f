import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { withdrawSms } from '#server/outbox/cancel-messages.ts'

/** Ends every code that was texted to a member so far, and drops the texts that wait to be sent. */
export const endPhoneCodes = async (
  context: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
): Promise<void> => {
  await tx
    .updateTable('phone_code')
    .set({ ended_at: new Date(context.now()) })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
  await withdrawSms(context, tx, memberId)
}
