import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/** What still waits to be texted to a member isn't true any more. One that is being sent just now may arrive. */
export const withdrawSms = async ({ now }: Pick<Context, 'now'>, tx: Tx, memberId: string): Promise<void> => {
  await tx
    .updateTable('outgoing_sms')
    .set({ given_up_at: new Date(now()), failure: 'withdrawn', sealed: null })
    .where('member_id', '=', memberId)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
