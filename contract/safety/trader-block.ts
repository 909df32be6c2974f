import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done } from '#contract/core/shared.ts'

/** Apart from safety.ts, which every first page loads. */
export const traderBlockEndpoints = {
  blockFleaMarketPartner: defineEndpoint({
    method: 'POST',
    path: '/api/block-flea-market-partner',
    access: 'session',
    summary: 'Blocks the seller of an item, or the other side of a transaction, which goes on to its end',
    /** One of the two. */
    input: z.object({ itemId: z.optional(commandId), transactionId: z.optional(commandId) }),
    output: done,
    refusals: ['notFound'],
  }),
}
