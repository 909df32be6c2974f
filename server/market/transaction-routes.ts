import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { marketTransactionsEndpoints } from '#contract/market/transactions.ts'
import { readAddress } from '#domain/market/address.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { applyMemberEvent } from './actions/apply-market-event.ts'
import { buyItem } from './actions/buy-item.ts'
import { addDisputeEntry, reviewTransaction } from './actions/dispute.ts'
import { issueLabel, markShipped } from './actions/ship-item.ts'
import { addressOf, saveAddress } from './addresses.ts'
import { transactionDetail, transactionsOf } from './transaction-queries.ts'

const done = { type: 'success' } as const

export const marketTransactionsHandlers: HandlersOf<typeof marketTransactionsEndpoints> = {
  createFleaMarketTransaction: async ({ context, viewer, input }) =>
    (await buyItem(context, viewer.memberId, input)) ?? { ...done, transactionId: input.transactionId },

  registerFleaMarketAddress: async ({ context, viewer, input }) => {
    const address = readAddress(input)
    if (isRefusal(address)) return address
    await saveAddress(context, context.db, viewer.memberId, address)
    return done
  },

  getFleaMarketAddress: async ({ context, viewer }) => ({
    ...done,
    address: await addressOf(context, context.db, viewer.memberId),
  }),

  getFleaMarketTransactions: async ({ context, viewer, input }) => ({
    ...done,
    ...(await transactionsOf(context.db, viewer.memberId, input)),
  }),

  getFleaMarketTransactionDetail: async ({ context, viewer, input }) => {
    const { memberId } = viewer
    const transaction = await transactionDetail(context.db, memberId, input.transactionId, context.now())
    return transaction ? { ...done, transaction } : refuse('notFound')
  },

  updateFleaMarketTransaction: async ({ context, viewer, input }) =>
    (await applyMemberEvent(context, viewer.memberId, input.transactionId, input.action)) ?? done,

  updateFleaMarketShipmentStatus: async ({ context, viewer, input }) => {
    const { transactionId, status, carrier = 'parcel' } = input
    const refused =
      status === 'label'
        ? await issueLabel(context, viewer.memberId, { transactionId, carrier })
        : await markShipped(context, viewer.memberId, transactionId)
    return refused ?? done
  },

  getFleaMarketShipmentDetail: async ({ context, viewer, input }) => {
    const { memberId } = viewer
    const transaction = await transactionDetail(context.db, memberId, input.transactionId, context.now())
    return transaction ? { ...done, shipment: transaction.shipment } : refuse('notFound')
  },

  addFleaMarketDisputeText: async ({ context, viewer, input }) =>
    (await addDisputeEntry(context, viewer.memberId, input)) ?? done,

  reviewFleaMarketTransaction: async ({ context, viewer, input }) =>
    (await reviewTransaction(context, viewer.memberId, input)) ?? done,
}
