import type { Tx } from '../db/database.ts'

/** Mail to a member that hasn't been sent won't be. One that a server is taking just now may still arrive. */
export const dropPendingMailWithin = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .deleteFrom('outgoing_mail')
    .where('member_id', '=', memberId)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
