import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import {
  commandId,
  done,
  imageId,
  instant,
  nothing,
  points,
  smallCount,
  success,
} from '#contract/core/shared.ts'
import {
  carriers,
  disputePicturesMax,
  disputeTextMax,
  marketCursor,
  marketMoments,
  marketReviewMax,
  marketSides,
  trackingStates,
  transactionPhases,
} from './market.ts'

const written = (graphemes: number) => z.string().check(z.maxLength(40 * graphemes))

export const postalAddress = z.object({
  name: z.string().check(z.maxLength(200)),
  /** Seven digits. */
  postalCode: z.string().check(z.maxLength(40)),
  prefecture: z.string().check(z.maxLength(20)),
  city: z.string().check(z.maxLength(400)),
  street: z.string().check(z.maxLength(400)),
  building: z.string().check(z.maxLength(400)),
  phone: z.string().check(z.maxLength(60)),
})
export type PostalAddress = z.infer<typeof postalAddress>

const transactionCard = z.object({
  transactionId: commandId,
  itemId: commandId,
  side: z.enum(marketSides),
  title: z.string(),
  imageId: z.nullable(z.string()),
  points,
  phase: z.enum(transactionPhases),
  /** Something waits for the viewer. */
  isOwnTurn: z.boolean(),
  changedAt: instant,
})
export type TransactionCard = z.infer<typeof transactionCard>

const shipment = z.object({
  carrier: z.nullable(z.enum(carriers)),
  /** For the seller alone: the counter reads it. */
  labelCode: z.nullable(z.string()),
  tracking: z.nullable(z.enum(trackingStates)),
})

export const transactionActions = ['receive', 'cancel', 'dispute', 'acceptReturn', 'confirmReturn'] as const
export type TransactionAction = (typeof transactionActions)[number]

export const transactionDetail = z.extend(transactionCard, {
  partnerName: z.string(),
  feePercent: z.int(),
  /** What of the points reaches the seller, less the fee, if nothing is disputed. */
  proceedsPoints: points,
  /** What the buyer got back and the seller received in the end; null while they are set aside. */
  settled: z.nullable(z.object({ buyerPoints: points, sellerPoints: points })),
  boughtAt: instant,
  shipBy: instant,
  /** When the points go to the seller by themselves; null in other phases. */
  autoReceiveAt: z.nullable(instant),
  returnBy: z.nullable(instant),
  shipment,
  /** What the viewer may do now. */
  actions: z.array(z.enum(transactionActions)),
  mayShip: z.boolean(),
  mayReview: z.boolean(),
  hasAddress: z.boolean(),
  steps: z.array(z.object({ moment: z.enum(marketMoments), at: instant })),
  disputeEntries: z.array(
    z.object({
      entryId: commandId,
      author: z.enum([...marketSides, 'operator']),
      text: z.string(),
      imageIds: z.array(z.string()),
      at: instant,
    }),
  ),
  reviews: z.array(z.object({ author: z.enum(marketSides), isGood: z.boolean(), text: z.string() })),
})
export type TransactionDetail = z.infer<typeof transactionDetail>

const transactionInput = z.object({ transactionId: commandId })
const cursor = z.string().check(z.regex(marketCursor))

export const marketTransactionsEndpoints = {
  createFleaMarketTransaction: defineEndpoint({
    method: 'POST',
    path: '/api/create-flea-market-transaction',
    access: 'session',
    summary:
      'Buys an item as it was seen, at the seen price; the points are set aside. The same id again is the same purchase',
    input: z.extend(transactionInput, { itemId: commandId, points, version: smallCount }),
    output: z.extend(done, { transactionId: commandId }),
    refusals: [
      'notFound',
      'underAge',
      'marketSelf',
      'marketItemGone',
      'marketCancelledBefore',
      'marketPriceChanged',
      'marketItemChanged',
      'marketAddressMissing',
      'insufficientPoints',
      'idempotencyMismatch',
    ],
  }),
  registerFleaMarketAddress: defineEndpoint({
    method: 'POST',
    path: '/api/register-flea-market-address',
    access: 'session',
    summary: "Stores the member's address, encrypted; only labels are made from it",
    input: postalAddress,
    output: done,
    refusals: ['marketAddressWrong'],
  }),
  getFleaMarketAddress: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-address',
    access: 'session',
    summary: "The member's own address; null without one",
    input: nothing,
    output: z.object({ type: success, address: z.nullable(postalAddress) }),
    refusals: [],
  }),
  getFleaMarketTransactions: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-transactions',
    access: 'session',
    summary: "The member's purchases and sales, the latest first",
    input: z.object({
      after: z.optional(cursor),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(60)), 20),
    }),
    output: z.object({
      type: success,
      transactions: z.array(transactionCard),
      next: z.nullable(cursor),
    }),
    refusals: [],
  }),
  getFleaMarketTransactionDetail: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-transaction-detail',
    access: 'session',
    summary: 'One transaction, as its buyer or its seller sees it',
    input: transactionInput,
    output: z.object({ type: success, transaction: transactionDetail }),
    refusals: ['notFound'],
  }),
  updateFleaMarketTransaction: defineEndpoint({
    method: 'POST',
    path: '/api/update-flea-market-transaction',
    access: 'session',
    summary: 'Receives, cancels, disputes, or agrees to and confirms a return; again it changes nothing',
    input: z.extend(transactionInput, { action: z.enum(transactionActions) }),
    output: done,
    refusals: ['notFound', 'marketStepWrong'],
  }),
  updateFleaMarketShipmentStatus: defineEndpoint({
    method: 'POST',
    path: '/api/update-flea-market-shipment-status',
    access: 'session',
    summary: 'The seller asks for the label of a counter, or has handed the parcel in',
    input: z.extend(transactionInput, {
      status: z.enum(['label', 'shipped']),
      carrier: z.optional(z.enum(carriers)),
    }),
    output: done,
    refusals: ['notFound', 'marketStepWrong', 'marketAddressMissing', 'marketLabelUnavailable'],
  }),
  getFleaMarketShipmentDetail: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-shipment-detail',
    access: 'session',
    summary: 'What the carrier says of the parcel; the code for the seller alone',
    input: transactionInput,
    output: z.object({ type: success, shipment }),
    refusals: ['notFound'],
  }),
  addFleaMarketDisputeText: defineEndpoint({
    method: 'POST',
    path: '/api/add-flea-market-dispute-text',
    access: 'session',
    summary: 'Says something in a dispute, with pictures; both sides and operators read it',
    input: z.extend(transactionInput, {
      entryId: commandId,
      text: written(disputeTextMax),
      imageIds: z.array(imageId).check(z.maxLength(disputePicturesMax)),
    }),
    output: done,
    takesText: true,
    refusals: [
      'notFound',
      'marketStepWrong',
      'marketDisputeTextWrong',
      'marketDisputeFull',
      'imageGone',
      'contactRefused',
    ],
  }),
  reviewFleaMarketTransaction: defineEndpoint({
    method: 'POST',
    path: '/api/review-flea-market-transaction',
    access: 'session',
    summary: 'Reviews the other side after receipt, once',
    input: z.extend(transactionInput, { isGood: z.boolean(), text: written(marketReviewMax) }),
    output: done,
    takesText: true,
    refusals: ['notFound', 'marketStepWrong', 'marketReviewWrong', 'contactRefused'],
  }),
}
