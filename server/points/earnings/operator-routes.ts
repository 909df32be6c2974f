import type { operatorPayoutsEndpoints } from '../../../contract/operator-payouts.ts'
import { isRefusal } from '../../../contract/refusal.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { operatorAction, operatorReading } from '../../operator/operator-handler.ts'
import { payoutBatch, payoutsToDecide } from './payout-queries.ts'
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
    const refused = await refusePayout(tx, input.payoutId, input.because)
    if (isRefusal(refused)) return refused
    return {
      answer: { type: 'success', state: 'refused' },
      subject: `payout:${input.payoutId}`,
      after: { state: 'refused', because: input.because },
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

  operatorPayoutBatch: operatorReading(async ({ context, tx }) => {
    const batch = await payoutBatch(context, tx)
    return {
      answer: { type: 'success', ...batch },
      subject: null,
      after: { payouts: batch.payouts, yen: batch.yen },
    }
  }),
}
