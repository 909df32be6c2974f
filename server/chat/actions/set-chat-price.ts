import type { ChatPrice } from '#contract/chat/operator.ts'
import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import { chatPriceSettingDecision } from '#domain/chat/price.ts'
import type { Tx } from '#server/db/database.ts'

/** Sets what a caller pays for each message that is sent from now on. @returns the price before */
export const setChatPrice = async (
  tx: Tx,
  wanted: ChatPrice,
): Promise<ChatPrice | Refusal<'chatPriceWrong'>> => {
  const price = chatPriceSettingDecision(wanted.pricePoints)
  if (isRefusal(price)) return price
  const before = await tx.selectFrom('chat_price').select('points').forUpdate().executeTakeFirstOrThrow()
  await tx.updateTable('chat_price').set({ points: price.pricePoints }).execute()
  return { pricePoints: before.points }
}
