import type { Tx } from '#server/db/database.ts'

/**
 * For who left for good: whom he blocked is nobody's matter any more. Blocks against him stay: they go on hiding what
 * whoever set them wanted hidden. Reports stay with their evidence, for operators alone.
 */
export const eraseBlocks = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('member_block').where('member_id', '=', memberId).execute()
}
