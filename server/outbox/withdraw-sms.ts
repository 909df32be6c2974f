import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/** Deletes pending SMS that are no longer true. One that is being sent at this moment may arrive. */
export const withdrawSms = async ({ now }: Pick<Context, 'now'>, tx: Tx, memberId: string): Promise<void> => {
  await tx
    .updateTable('outgoing_sms')
    .set({ given_up_at: new Date(now()), failure: 'withdrawn', sealed: null })
    .where('member_id', '=', memberId)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
