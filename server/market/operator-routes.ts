import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { operatorMarketEndpoints } from '#contract/market/operator.ts'
import { foldedRule } from '#domain/market/listing.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import { approveDispute, decideDispute, removeItem } from './actions/decide-dispute.ts'
import { marketItems, marketTransaction, marketTransactions } from './operator-queries.ts'
import { forbiddenRules, marketFees, marketSetting } from './rules.ts'

const answer = { type: 'success' } as const

export const operatorMarketHandlers: HandlersOf<typeof operatorMarketEndpoints> = {
  operatorMarketItems: operatorOverview(async ({ tx, input }) => ({
    ...answer,
    ...(await marketItems(tx, input)),
  })),

  operatorRemoveMarketItem: operatorAction(async ({ context, tx, input }) => {
    const before = await removeItem(context, tx, input)
    if (isRefusal(before)) return before
    return {
      answer,
      subject: `item:${input.itemId}`,
      before: { state: before },
      after: { state: 'removed', reason: input.reason },
    }
  }),

  operatorRemoveMarketQuestion: operatorAction(async ({ tx, input }) => {
    const gone = await tx
      .deleteFrom('market_question')
      .where('id', '=', input.questionId)
      .returning(['item_id', 'author_id', 'text'])
      .executeTakeFirst()
    if (!gone) return refuse('notFound')
    return {
      answer,
      subject: `item:${gone.item_id}`,
      before: { text: gone.text, member: gone.author_id },
      after: { reason: input.reason },
    }
  }),

  operatorMarketTransactions: operatorReading(async ({ tx, input }) => ({
    answer: { ...answer, ...(await marketTransactions(tx, input)) },
    subject: null,
  })),

  operatorMarketTransaction: operatorReading(async ({ tx, input, operator }) => {
    const transaction = await marketTransaction(tx, input.transactionId, operator.id)
    if (!transaction) return refuse('notFound')
    return { answer: { ...answer, transaction }, subject: `market:${input.transactionId}` }
  }),

  operatorDecideMarketDispute: operatorAction(async ({ context, tx, input, operator }) => {
    const decided = await decideDispute(context, tx, input, operator.id)
    if (isRefusal(decided)) return decided
    return {
      answer: { ...answer, ...decided },
      subject: `market:${input.transactionId}`,
      after: { sellerPoints: input.sellerPoints, reason: input.reason, isWaiting: decided.isWaiting },
    }
  }),

  operatorApproveMarketDispute: operatorAction(async ({ context, tx, input, operator }) => {
    const refused = await approveDispute(context, tx, input, operator.id)
    if (refused) return refused
    return {
      answer,
      subject: `market:${input.transactionId}`,
      after: { sellerPoints: input.sellerPoints },
    }
  }),

  operatorMarketRules: operatorOverview(async ({ tx }) => ({
    ...answer,
    ...(await marketSetting(tx)),
    fees: await marketFees(tx),
    forbidden: await forbiddenRules(tx),
  })),

  operatorSetMarketBounds: operatorAction(async ({ tx, input }) => {
    const { pointsMin, pointsMax, twoOperatorsAbove } = input
    if (pointsMin < 1 || pointsMax < pointsMin || pointsMax > 1_000_000 || twoOperatorsAbove > 1_000_000)
      return refuse('marketBoundsWrong')
    const before = { ...(await marketSetting(tx)) }
    await tx
      .updateTable('market_setting')
      .set({ points_min: pointsMin, points_max: pointsMax, two_operators_above: twoOperatorsAbove })
      .execute()
    return { answer, subject: 'market:bounds', before, after: { ...input } }
  }),

  operatorSetMarketFee: operatorAction(async ({ tx, input }) => {
    const { category, percent } = input
    const before = (await marketFees(tx)).find((fee) => fee.category === category)?.percent ?? null
    await tx
      .insertInto('market_fee')
      .values({ category, percent })
      .onConflict((conflict) => conflict.column('category').doUpdateSet({ percent }))
      .execute()
    return { answer, subject: `market-fee:${category}`, before: { percent: before }, after: { percent } }
  }),

  operatorForbidMarketSale: operatorAction(async ({ tx, input }) => {
    const word = input.word === undefined ? null : foldedRule(input.word)
    const category = input.category ?? null
    if ((word === null) === (category === null) || (word !== null && [...word].length < 2))
      return refuse('marketRuleWrong')
    const added = await tx
      .insertInto('market_forbidden')
      .values({ word, category, reason: input.reason })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('marketRuleWrong')
    return { answer, subject: `market-rule:${added.id}`, after: { word, category, reason: input.reason } }
  }),

  operatorAllowMarketSale: operatorAction(async ({ tx, input }) => {
    const gone = await tx
      .deleteFrom('market_forbidden')
      .where('id', '=', input.ruleId)
      .returning(['word', 'category', 'reason'])
      .executeTakeFirst()
    if (!gone) return refuse('notFound')
    return { answer, subject: `market-rule:${input.ruleId}`, before: { ...gone } }
  }),
}
