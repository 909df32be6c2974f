import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Erased, and held, in one transaction: their partners write on within a moment. */
const conversationsAtOnce = 100

/**
 * For who left for good: texts, stickers and pictures he sent, with what was kept of those he unsent.
 * @param after the conversation that the part before ended with; 0 for the first part
 * @returns the conversation that the next part goes on after; null when this was the last part
 */
export const eraseMessages = async (
  tx: Tx,
  memberId: string,
  after: number,
  atOnce = conversationsAtOnce,
): Promise<number | null> => {
  const { rows } = await sql<{ last: number | null }>`
    select chat_erase_part(${memberId}, ${after}, ${atOnce}) as last`.execute(tx)
  return rows[0]?.last ?? null
}
