import { refuse } from '#contract/core/refusal.ts'
import type { safetyEndpoints } from '#contract/safety/safety.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { blocksOf } from '#server/safety/queries.ts'
import { addBlock } from './actions/add-block.ts'
import { addReport } from './actions/add-report.ts'
import { removeBlock } from './actions/remove-block.ts'

export const safetyHandlers: HandlersOf<typeof safetyEndpoints> = {
  addBlock: async ({ context, viewer, input }) =>
    (await addBlock(context, viewer, input.partnerId)) ?? { type: 'success' },

  removeBlock: async ({ context, viewer, input }) =>
    (await removeBlock(context, viewer, input.partnerId)) ?? { type: 'success' },

  getBlocks: async ({ context, viewer }) => ({
    type: 'success',
    people: await blocksOf(context.db, viewer.memberId),
  }),

  addReport: async ({ context, viewer, input }) =>
    isUnprintable(input.text)
      ? refuse('badInput')
      : ((await addReport(context, viewer, input)) ?? { type: 'success' }),
}
