import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Conversations that one transaction locks and erases, so that their partners wait only a moment. */
const conversationsAtOnce = 100

/**
 * Erases the texts, stickers and images that an erased member sent, and the copies of their unsent messages.
 * @param after the conversation that the last part ended with; 0 for the first part
 * @returns the conversation after which the next part begins; null when this was the last part
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
