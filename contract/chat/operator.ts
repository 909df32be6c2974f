import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, nothing, success } from '#contract/core/shared.ts'

/** Points a message may cost a caller; 0 is free. The step keeps the broadcaster's 40% a whole number. */
export const chatPriceMax = 500
export const chatPriceStep = 5

const chatPrice = z.object({ pricePoints: z.int() })
export type ChatPrice = z.infer<typeof chatPrice>

export const operatorChatEndpoints = {
  operatorChatPrice: defineEndpoint({
    method: 'POST',
    path: '/api/operator/chat-price',
    access: 'operator',
    summary: 'What a caller pays for each message; 0 is free',
    input: nothing,
    output: z.extend(chatPrice, { type: success }),
    refusals: [],
  }),
  operatorSetChatPrice: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-chat-price',
    access: 'operator',
    summary: 'Sets what a caller pays for each message from now on',
    input: chatPrice,
    output: done,
    refusals: ['chatPriceWrong'],
  }),
}
