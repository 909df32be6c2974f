import type { operatorChatEndpoints } from '#contract/chat/operator.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { setChatPrice } from './actions/set-chat-price.ts'
import { chatPrice } from './price.ts'

export const operatorChatHandlers: HandlersOf<typeof operatorChatEndpoints> = {
  operatorChatPrice: operatorOverview(async ({ tx }) => ({ type: 'success', ...(await chatPrice(tx)) })),

  operatorSetChatPrice: operatorAction(async ({ tx, input }) => {
    const before = await setChatPrice(tx, input)
    if (isRefusal(before)) return before
    return {
      answer: { type: 'success' },
      subject: 'chatPrice',
      before: { ...before },
      after: { pricePoints: input.pricePoints },
    }
  }),
}
