import { refuse } from '#contract/core/refusal.ts'
import type { safetyEndpoints } from '#contract/safety/safety.ts'
import type { traderBlockEndpoints } from '#contract/safety/trader-block.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { blocksOf } from '#server/safety/queries.ts'
import { addBlock, blockTrader } from './actions/add-block.ts'
import { addReport } from './actions/add-report.ts'
import { removeBlock } from './actions/remove-block.ts'

export const safetyHandlers: HandlersOf<typeof safetyEndpoints & typeof traderBlockEndpoints> = {
  addBlock: async ({ context, viewer, input }) =>
    (await addBlock(context, viewer, input.partnerId)) ?? { type: 'success' },

  blockFleaMarketPartner: async ({ context, viewer, input }) =>
    (await blockTrader(context, viewer, input)) ?? { type: 'success' },

  removeBlock: async ({ context, viewer, input }) =>
    (await removeBlock(context, viewer, input)) ?? { type: 'success' },

  getBlocks: async ({ context, viewer }) => ({
    type: 'success',
    people: await blocksOf(context.db, viewer),
  }),

  addReport: async ({ context, viewer, input }) =>
    isUnprintable(input.text)
      ? refuse('badInput')
      : ((await addReport(context, viewer, input)) ?? { type: 'success' }),
}
