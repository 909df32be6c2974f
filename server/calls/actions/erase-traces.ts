import type { Tx } from '#server/db/database.ts'

/**
 * For the erasure: deletes the place in the random queue, the last pre-call check and the counts of calls with each
 * partner. Calls stay, because receipts need them, and so do the totals of the partners' calls.
 */
export const eraseCallTraces = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('random_place').where('caller_id', '=', memberId).execute()
  await tx
    .deleteFrom('call_pair')
    .where((where) => where.or([where('caller_id', '=', memberId), where('broadcaster_id', '=', memberId)]))
    .execute()
  await tx.deleteFrom('call_tally').where('broadcaster_id', '=', memberId).execute()
  await tx.deleteFrom('video_test').where('member_id', '=', memberId).execute()
}
