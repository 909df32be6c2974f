import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, memberId, nothing, points, success } from '#contract/core/shared.ts'
import {
  itemCategories,
  itemStates,
  marketCursor,
  marketMoments,
  marketSides,
  transactionPhases,
} from './market.ts'

/** Pictures of a dispute for operators: `GET` with the transaction's and the image's id behind it. */
export const marketImagePath = '/api/operator/market-image'

/** One page of a list of the console. */
export const marketRowsPerPage = 50

const itemRow = z.object({
  itemId: commandId,
  sellerId: memberId,
  title: z.string(),
  category: z.enum(itemCategories),
  points,
  state: z.enum(itemStates),
  listedAt: instant,
})

const transactionRow = z.object({
  transactionId: commandId,
  title: z.string(),
  buyerId: memberId,
  sellerId: memberId,
  points,
  phase: z.enum(transactionPhases),
  createdAt: instant,
})

const reason = z.string().check(z.minLength(1), z.maxLength(300))
const cursor = z.string().check(z.regex(marketCursor))
/** The `next` of the page before. */
const after = z.optional(cursor)
const next = z.nullable(cursor)

export const operatorMarketEndpoints = {
  operatorMarketItems: defineEndpoint({
    method: 'POST',
    path: '/api/operator/market-items',
    access: 'operator',
    summary: 'Items of the flea market, the latest first',
    input: z.object({ state: z.enum(itemStates), after }),
    output: z.object({ type: success, items: z.array(itemRow), next }),
    refusals: [],
  }),
  operatorRemoveMarketItem: defineEndpoint({
    method: 'POST',
    path: '/api/operator/remove-market-item',
    access: 'operator',
    summary: 'Removes an item; its seller reads the reason, and a purchase that was not shipped is cancelled',
    input: z.object({ itemId: commandId, reason }),
    output: done,
    refusals: ['notFound', 'marketItemGone', 'marketStepWrong'],
  }),
  operatorRemoveMarketQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/operator/remove-market-question',
    access: 'operator',
    summary: 'Removes a question with its answer; the reason stands in the audit log',
    input: z.object({ questionId: commandId, reason }),
    output: done,
    refusals: ['notFound'],
  }),
  operatorMarketTransactions: defineEndpoint({
    method: 'POST',
    path: '/api/operator/market-transactions',
    access: 'operator',
    summary: 'Transactions, the latest first: all, or those in dispute',
    input: z.object({ isDisputed: z.boolean(), after }),
    output: z.object({ type: success, transactions: z.array(transactionRow), next }),
    refusals: [],
  }),
  operatorMarketTransaction: defineEndpoint({
    method: 'POST',
    path: '/api/operator/market-transaction',
    access: 'operator',
    summary: 'One transaction with the dispute of both sides; no address',
    input: z.object({ transactionId: commandId }),
    output: z.object({
      type: success,
      transaction: z.extend(transactionRow, {
        description: z.string(),
        sellerPoints: z.nullable(points),
        steps: z.array(z.object({ moment: z.enum(marketMoments), at: instant })),
        entries: z.array(
          z.object({
            author: z.enum([...marketSides, 'operator']),
            text: z.string(),
            imageIds: z.array(z.string()),
            at: instant,
          }),
        ),
        decision: z.nullable(
          z.object({ sellerPoints: points, reason: z.string(), decidedBy: z.string(), isOwn: z.boolean() }),
        ),
        needsTwo: z.boolean(),
      }),
    }),
    refusals: ['notFound'],
  }),
  operatorDecideMarketDispute: defineEndpoint({
    method: 'POST',
    path: '/api/operator/decide-market-dispute',
    access: 'operator',
    summary: 'Divides the points of a dispute; above the limit it waits for a second operator',
    input: z.object({ transactionId: commandId, sellerPoints: points, reason }),
    output: z.extend(done, { isWaiting: z.boolean() }),
    refusals: ['notFound', 'marketStepWrong', 'marketSplitWrong'],
  }),
  operatorApproveMarketDispute: defineEndpoint({
    method: 'POST',
    path: '/api/operator/approve-market-dispute',
    access: 'operator',
    summary: 'A second operator carries out the decision that was seen',
    input: z.object({ transactionId: commandId, sellerPoints: points }),
    output: done,
    refusals: ['notFound', 'marketStepWrong', 'marketDecisionNeedsAnother'],
  }),
  operatorMarketRules: defineEndpoint({
    method: 'POST',
    path: '/api/operator/market-rules',
    access: 'operator',
    summary: 'Bounds of prices, fees, and what may not be sold',
    input: nothing,
    output: z.object({
      type: success,
      pointsMin: points,
      pointsMax: points,
      twoOperatorsAbove: points,
      fees: z.array(z.object({ category: z.enum(itemCategories), percent: z.int() })),
      forbidden: z.array(
        z.object({
          ruleId: z.int(),
          word: z.nullable(z.string()),
          category: z.nullable(z.enum(itemCategories)),
          reason: z.string(),
        }),
      ),
    }),
    refusals: [],
  }),
  operatorSetMarketBounds: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-market-bounds',
    access: 'operator',
    summary: 'Sets the bounds of prices, and from where a dispute takes two operators',
    input: z.object({ pointsMin: points, pointsMax: points, twoOperatorsAbove: points }),
    output: done,
    refusals: ['marketBoundsWrong'],
  }),
  operatorSetMarketFee: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-market-fee',
    access: 'operator',
    summary: 'Sets the fee of a category for purchases from now on',
    input: z.object({
      category: z.enum(itemCategories),
      percent: z.int().check(z.minimum(0), z.maximum(50)),
    }),
    output: done,
    refusals: [],
  }),
  operatorForbidMarketSale: defineEndpoint({
    method: 'POST',
    path: '/api/operator/forbid-market-sale',
    access: 'operator',
    summary: 'Forbids a word or a category from now on, with the reason that sellers read',
    input: z.object({
      word: z.optional(z.string().check(z.maxLength(60))),
      category: z.optional(z.enum(itemCategories)),
      reason,
    }),
    output: done,
    refusals: ['marketRuleWrong'],
  }),
  operatorAllowMarketSale: defineEndpoint({
    method: 'POST',
    path: '/api/operator/allow-market-sale',
    access: 'operator',
    summary: 'Deletes one of the rules about what may not be sold',
    input: z.object({ ruleId: z.int() }),
    output: done,
    refusals: ['notFound'],
  }),
}
