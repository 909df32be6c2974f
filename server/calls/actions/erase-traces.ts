import type { Tx } from '#server/db/database.ts'

/** For who left for good: his place in the random queue and his last test. Calls stay: they are what receipts tell of. */
export const eraseCallTraces = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('random_place').where('caller_id', '=', memberId).execute()
  await tx.deleteFrom('video_test').where('member_id', '=', memberId).execute()
}
