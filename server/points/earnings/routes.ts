import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { earningsEndpoints } from '#contract/points/earnings.ts'
import type { payoutsEndpoints } from '#contract/points/payouts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { payoutAccountOf, savePayoutAccount } from './payout-account.ts'
import { payoutsOf, requestPayout } from './payouts.ts'
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

export const payoutsHandlers: HandlersOf<typeof payoutsEndpoints> = {
  getPayouts: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const [account, payouts] = await Promise.all([
      payoutAccountOf(context, context.db, viewer.memberId),
      payoutsOf(context.db, viewer.memberId),
    ])
    return { type: 'success', account, payouts }
  },

  savePayoutAccount: async ({ context, viewer, input }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const account = await inTransaction(context.db, (tx) =>
      savePayoutAccount(context, tx, viewer.memberId, input.account),
    )
    return isRefusal(account) ? account : { type: 'success', account }
  },

  requestPayout: async ({ context, viewer, input }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const payout = await inTransaction(context.db, (tx) =>
      requestPayout(context, tx, viewer.memberId, input.payoutId),
    )
    return isRefusal(payout) ? payout : { type: 'success', payout }
  },
}
