import { isRefusal } from '#contract/core/refusal.ts'
import type { operatorPayoutsEndpoints } from '#contract/points/operator/payouts.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorReading } from '#server/operators/operator-handler.ts'
import { reverseEarnings } from './freezes.ts'
import { claimPayoutBatch } from './payout-batch.ts'
import { openFreezes, payoutsToDecide } from './payout-queries.ts'
import { approvePayout, payPayout, refusePayout } from './payouts.ts'

export const operatorPayoutsHandlers: HandlersOf<typeof operatorPayoutsEndpoints> = {
  operatorPayouts: operatorReading(async ({ tx, input }) => {
    const payouts = await payoutsToDecide(tx, input.list)
    return { answer: { type: 'success', payouts }, subject: null, after: { payouts: payouts.length } }
  }),

  operatorApprovePayout: operatorAction(async ({ tx, input, operator }) => {
    const approved = await approvePayout(tx, input.payoutId, operator.id)
    if (isRefusal(approved)) return approved
    return {
      answer: { type: 'success', state: approved.state },
      subject: `payout:${input.payoutId}`,
      after: { state: approved.state },
    }
  }),

  operatorRefusePayout: operatorAction(async ({ tx, input }) => {
    const refused = await refusePayout(tx, input.payoutId, input.because, input.isReturned)
    if (isRefusal(refused)) return refused
    return {
      answer: { type: 'success', state: 'refused' },
      subject: `payout:${input.payoutId}`,
      after: { state: 'refused', because: input.because, isReturned: input.isReturned },
    }
  }),

  operatorPayPayout: operatorAction(async ({ tx, input }) => {
    const paid = await payPayout(tx, input.payoutId)
    if (isRefusal(paid)) return paid
    return {
      answer: { type: 'success', state: 'paid' },
      subject: `payout:${input.payoutId}`,
      after: { state: 'paid' },
    }
  }),

  operatorFreezes: operatorReading(async ({ tx }) => {
    const freezes = await openFreezes(tx)
    return { answer: { type: 'success', freezes }, subject: null, after: { freezes: freezes.length } }
  }),

  operatorTakeBackEarnings: operatorAction(async ({ tx, input }) => {
    const reversed = await reverseEarnings(tx, input.orderId)
    if (isRefusal(reversed)) return reversed
    return {
      answer: { type: 'success', points: reversed.points },
      subject: `order:${input.orderId}`,
      after: { points: reversed.points, isRepeat: reversed.isRepeat },
    }
  }),

  operatorPayoutBatch: operatorAction(async ({ context, tx, input }) => {
    const { payoutIds, ...batch } = await claimPayoutBatch(context, tx, input.again)
    const payouts = payoutIds.length
    return {
      answer: { type: 'success', ...batch, payouts },
      subject: null,
      after: { payouts, yen: batch.yen, again: input.again, payoutIds },
    }
  }),
}
