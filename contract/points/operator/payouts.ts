import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, memberId, nothing, points, success } from '#contract/core/shared.ts'
import { payoutStates } from '../payouts.ts'

export const payoutsPerPage = 100
export const refusalReasonMax = 200

const payoutToDecide = z.object({
  payoutId: commandId,
  memberId,
  name: z.string(),
  /** One point is one yen. */
  points,
  state: z.enum(payoutStates),
  requestedAt: instant,
  decidedAt: z.nullable(instant),
  refusedBecause: z.nullable(z.string()),
  /** The mail addresses of who approved it, and how many it takes. */
  approvedBy: z.array(z.string()),
  approvalsNeeded: z.int(),
  /** Part of it is from a purchase that is disputed or was refunded after it was spent, or was taken back. */
  isFrozen: z.boolean(),
  /** Others whose payouts go to the same bank account, by id. */
  sharesAccountWith: z.array(memberId),
  /** When the bank account was last changed. */
  accountChangedAt: z.nullable(instant),
  /** When its transfer was first given out for the bank. */
  batchedAt: z.nullable(instant),
})
export type PayoutToDecide = z.infer<typeof payoutToDecide>

const openFreeze = z.object({
  orderId: z.string(),
  openedAt: instant,
  /** What is frozen by it now, in points, and whose. */
  points,
  broadcasterIds: z.array(memberId),
})
export type OpenFreeze = z.infer<typeof openFreeze>

const one = z.object({ payoutId: commandId })
const after = z.object({ type: success, state: z.enum(payoutStates) })

export const operatorPayoutsEndpoints = {
  operatorPayouts: defineEndpoint({
    method: 'POST',
    path: '/api/operator/payouts',
    access: 'operator',
    summary: 'Payout requests: the open ones oldest first, the decided ones newest first',
    input: z.object({ list: z.enum(['open', 'decided']) }),
    output: z.object({ type: success, payouts: z.array(payoutToDecide) }),
    refusals: [],
  }),
  operatorApprovePayout: defineEndpoint({
    method: 'POST',
    path: '/api/operator/approve-payout',
    access: 'operator',
    summary: 'Approves a payout; above the limit as one of two different operators',
    input: one,
    output: after,
    refusals: ['notFound', 'payoutDecided', 'payoutFrozen'],
  }),
  operatorRefusePayout: defineEndpoint({
    method: 'POST',
    path: '/api/operator/refuse-payout',
    access: 'operator',
    summary: 'Refuses a payout with a reason that the broadcaster reads; everything is payable again',
    input: z.object({
      payoutId: commandId,
      because: z.string().check(z.trim(), z.minLength(1), z.maxLength(refusalReasonMax)),
      /** The bank returned the money or never got the file: needed once it was given out for the bank. */
      isReturned: z._default(z.boolean(), false),
    }),
    output: after,
    refusals: ['notFound', 'payoutDecided', 'payoutBatched'],
  }),
  operatorPayPayout: defineEndpoint({
    method: 'POST',
    path: '/api/operator/pay-payout',
    access: 'operator',
    summary: 'Marks an approved payout as paid: the bank has it',
    input: one,
    output: after,
    refusals: ['notFound', 'payoutNotApproved'],
  }),
  operatorFreezes: defineEndpoint({
    method: 'POST',
    path: '/api/operator/freezes',
    access: 'operator',
    summary: 'Earnings frozen by disputed orders, oldest first',
    input: nothing,
    output: z.object({ type: success, freezes: z.array(openFreeze) }),
    refusals: [],
  }),
  operatorTakeBackEarnings: defineEndpoint({
    method: 'POST',
    path: '/api/operator/take-back-earnings',
    access: 'operator',
    summary: 'The dispute of an order is lost: what was earned from it goes to the platform, once',
    input: z.object({ orderId: z.string().check(z.minLength(1), z.maxLength(64)) }),
    output: z.object({ type: success, points }),
    refusals: ['notFound', 'idempotencyMismatch'],
  }),
  operatorPayoutBatch: defineEndpoint({
    method: 'POST',
    path: '/api/operator/payout-batch',
    access: 'operator',
    summary:
      'The transfers of approved payouts as CSV, with whole account numbers; each once, unless asked for again',
    input: z.object({
      /** With those that were given out before. */
      again: z._default(z.boolean(), false),
    }),
    output: z.object({
      type: success,
      csv: z.string(),
      payouts: z.int(),
      yen: points,
      /** Approved ones that were given out before; in the CSV only when they are asked for again. */
      batchedBefore: z.int(),
      /** Whose account can't be opened any more: they have to be refused. */
      unreadable: z.array(commandId),
      /** Left out, because a part was frozen or taken back after the approval. */
      frozen: z.array(commandId),
    }),
    refusals: [],
  }),
}
