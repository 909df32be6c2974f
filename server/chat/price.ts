import type { ChatPrice } from '#contract/chat/operator.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** What a caller pays for each message. */
export const chatPrice = async (db: Db | Tx): Promise<ChatPrice> => {
  const { points } = await db.selectFrom('chat_price').select('points').executeTakeFirstOrThrow()
  return { pricePoints: points }
}
