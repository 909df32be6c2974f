import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** For who left for good: texts, stickers and pictures he sent, with what was kept of those he unsent. */
export const eraseMessagesWithin = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`select chat_erase_member(${memberId})`.execute(tx)
}
