import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { lockItem } from '../item-record.ts'
import { addMarketNotices } from '../notices.ts'
import { marketSetting } from '../rules.ts'
import { lockTransaction } from '../transaction-record.ts'
import { applyToLocked, type MarketContext } from './apply-market-event.ts'

interface Decision {
  transactionId: string
  sellerPoints: number
  reason: string
}

/**
 * Divides the points of a dispute. Above the operators' limit, the lower one of today's and that of the purchase, it is stored and waits for a second operator; another
 * decision replaces one that waits. Refuses: notFound, marketStepWrong (no dispute), marketSplitWrong.
 */
export const decideDispute = async (
  context: MarketContext,
  tx: Tx,
  { transactionId, sellerPoints, reason }: Decision,
  operatorId: number,
): Promise<{ isWaiting: boolean } | Refusal<'notFound' | 'marketStepWrong' | 'marketSplitWrong'>> => {
  const transaction = await lockTransaction(tx, transactionId)
  if (!transaction) return refuse('notFound')
  const { phase, points } = transaction.state
  if (phase !== 'disputed' && phase !== 'returning') return refuse('marketStepWrong')
  if (sellerPoints > points) return refuse('marketSplitWrong')
  const kept = {
    seller_points: sellerPoints,
    reason,
    decided_by: operatorId,
    created_at: new Date(context.now()),
  }
  await tx
    .insertInto('market_decision')
    .values({ transaction_id: transactionId, ...kept })
    .onConflict((conflict) => conflict.column('transaction_id').doUpdateSet(kept))
    .execute()
  const limit = Math.min(transaction.twoOperatorsAbove, (await marketSetting(tx)).twoOperatorsAbove)
  if (points > limit) return { isWaiting: true }
  const applied = await applyToLocked(context, tx, transaction, { type: 'decide', sellerPoints })
  return isRefusal(applied) ? applied : { isWaiting: false }
}

/**
 * A second operator carries out the decision that was seen. Refuses: notFound, marketStepWrong (no dispute, or another
 * decision stands by now), marketDecisionNeedsAnother.
 */
export const approveDispute = async (
  context: MarketContext,
  tx: Tx,
  { transactionId, sellerPoints }: Pick<Decision, 'transactionId' | 'sellerPoints'>,
  operatorId: number,
): Promise<null | Refusal<'notFound' | 'marketStepWrong' | 'marketDecisionNeedsAnother'>> => {
  const transaction = await lockTransaction(tx, transactionId)
  const decision = await tx
    .selectFrom('market_decision')
    .select(['seller_points', 'decided_by', 'approved_by'])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  if (!transaction || !decision) return refuse('notFound')
  if (decision.decided_by === operatorId) return refuse('marketDecisionNeedsAnother')
  if (decision.seller_points !== sellerPoints) return refuse('marketStepWrong')
  const applied = await applyToLocked(context, tx, transaction, { type: 'decide', sellerPoints })
  if (isRefusal(applied)) return applied
  await tx
    .updateTable('market_decision')
    .set({ approved_by: operatorId })
    .where('transaction_id', '=', transactionId)
    .execute()
  return null
}

/**
 * Removes an item; its seller is notified. A purchase that wasn't shipped is cancelled, and the buyer gets the points
 * back. Refuses: notFound, marketItemGone (removed already, or shipped: a dispute can decide on it).
 */
export const removeItem = async (
  context: MarketContext,
  tx: Tx,
  { itemId, reason }: { itemId: string; reason: string },
): Promise<string | Refusal<'notFound' | 'marketItemGone' | 'marketStepWrong'>> => {
  const isCancelled = await cancelUnshipped(context, tx, itemId)
  if (isRefusal(isCancelled)) return isCancelled
  const item = await lockItem(tx, itemId)
  if (!item) return refuse('notFound')
  if (item.state === 'sold' || item.state === 'removed') return refuse('marketItemGone')
  await tx
    .updateTable('market_item')
    .set({ state: 'removed', removed_reason: reason })
    .where('id', '=', itemId)
    .execute()
  await addMarketNotices(tx, [
    {
      memberId: item.sellerId,
      itemId,
      transactionId: null,
      moment: 'removed',
      actorId: null,
      occasion: null,
    },
  ])
  return isCancelled ? 'sold' : item.state
}

/** The transaction is locked before its item, as everywhere. */
const cancelUnshipped = async (context: MarketContext, tx: Tx, itemId: string) => {
  const paid = await tx
    .selectFrom('market_transaction')
    .select('id')
    .where('item_id', '=', itemId)
    .where('phase', '=', 'paid')
    .executeTakeFirst()
  const transaction = paid && (await lockTransaction(tx, paid.id))
  return transaction ? applyToLocked(context, tx, transaction, { type: 'itemGone' }) : false
}
