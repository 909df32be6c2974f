import type { Tx } from '#server/db/database.ts'

/**
 * For the erasure of a member: deletes the member's own blocks. Blocks against the member stay: they keep
 * hiding what they were set to hide. Reports stay with their evidence, for operators alone.
 */
export const eraseBlocks = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('member_block').where('member_id', '=', memberId).execute()
}
