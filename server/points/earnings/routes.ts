import type { earningsEndpoints } from '../../../contract/earnings.ts'
import { refuse } from '../../../contract/refusal.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { earningLines, earningMonths, earningStatement, earningSummary } from './queries.ts'

export const earningsHandlers: HandlersOf<typeof earningsEndpoints> = {
  getEarnings: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const [summary, months] = await Promise.all([
      earningSummary(context.db, viewer.memberId),
      earningMonths(context.db, viewer.memberId),
    ])
    return { type: 'success', summary, months }
  },

  getEarningLines: async ({ context, viewer, input }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    return { type: 'success', ...(await earningLines(context.db, viewer.memberId, input)) }
  },

  getEarningStatement: async ({ context, viewer, input }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    return {
      type: 'success',
      statement: await earningStatement(context.db, viewer.memberId, input.month),
    }
  },
}
