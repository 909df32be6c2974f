import type { Tx } from '#server/db/database.ts'

/**
 * For the erasure: deletes the place in the random queue and the last pre-call check. Calls stay, because
 * receipts need them.
 */
export const eraseCallTraces = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('random_place').where('caller_id', '=', memberId).execute()
  await tx.deleteFrom('video_test').where('member_id', '=', memberId).execute()
}
