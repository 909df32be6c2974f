import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { boughtTransaction, buyAgainAfterMs, mayBuyAgain } from '#domain/market/transaction.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { addressOf, copyToParcel } from '../addresses.ts'
import { holdEscrow } from '../escrow.ts'
import { lockItem, priceOf, visibleItem } from '../item-record.ts'
import { addMarketNotices } from '../notices.ts'
import { feePercentOf } from '../rules.ts'
import { maySell } from '../same-person.ts'
import {
  addStep,
  findTransaction,
  insertTransaction,
  itemsCancelledBy,
  type TransactionRecord,
} from '../transaction-record.ts'

interface Purchase {
  /** Made by the client. */
  transactionId: string
  itemId: string
  /** The price that was seen. */
  points: number
  /** Of the item that was seen. */
  version: number
}

type BuyRefusal =
  | 'notFound'
  | 'underAge'
  | 'marketSelf'
  | 'marketItemGone'
  | 'marketCancelledBefore'
  | 'marketPriceChanged'
  | 'marketItemChanged'
  | 'marketAddressMissing'
  | 'insufficientPoints'
  | 'idempotencyMismatch'

/**
 * Buys an item: of any number of buyers the first one gets it, and the others lose nothing. The same id with the same
 * content is the same purchase.
 *
 * Locks: the pair, the item, the buyer's accounts. The order of the refusals: notFound, marketSelf, underAge,
 * marketItemGone, marketCancelledBefore, marketPriceChanged, marketItemChanged, marketAddressMissing, insufficientPoints.
 */
export const buyItem = (
  context: Context,
  buyerId: string,
  purchase: Purchase,
): Promise<null | Refusal<BuyRefusal>> =>
  inTransaction<null | Refusal<BuyRefusal>>(context.db, async (tx) => {
    const known = await findTransaction(tx, purchase.transactionId)
    if (known) return repeatOf(known, buyerId, purchase)
    const seen = await visibleItem(tx, purchase.itemId, buyerId)
    if (!seen) return refuse('notFound')
    await lockPair(tx, buyerId, seen.sellerId)
    // The same request may have been faster, and has sold the item to this buyer.
    const faster = await findTransaction(tx, purchase.transactionId)
    return faster ? repeatOf(faster, buyerId, purchase) : buyInTx(context, tx, buyerId, purchase)
  })

const repeatOf = (
  known: TransactionRecord,
  buyerId: string,
  { itemId, points }: Purchase,
): null | Refusal<'idempotencyMismatch'> =>
  known.buyerId === buyerId && known.itemId === itemId && known.state.points === points
    ? null
    : refuse('idempotencyMismatch')

const buyInTx = async (
  context: Context,
  tx: Tx,
  buyerId: string,
  { transactionId, itemId, points, version }: Purchase,
): Promise<null | Refusal<BuyRefusal>> => {
  const now = context.now()
  const item = await lockItem(tx, itemId)
  if (!item) return refuse('notFound')
  const { sellerId } = item
  const permitted = await maySell(tx, { buyerId, sellerId }, now)
  if (permitted !== 'yes') return refuse(permitted)
  if (item.state !== 'onSale') return refuse('marketItemGone')
  const cancelledItems = await itemsCancelledBy(tx, { buyerId, sellerId }, now - buyAgainAfterMs)
  if (!mayBuyAgain(itemId, cancelledItems)) return refuse('marketCancelledBefore')
  if ((await priceOf(tx, item, buyerId, now)) !== points) return refuse('marketPriceChanged')
  if (item.version !== version) return refuse('marketItemChanged')
  const address = await addressOf(context, tx, buyerId)
  if (!address) return refuse('marketAddressMissing')
  const feePercent = await feePercentOf(tx, item.category)
  const state = boughtTransaction({ points, feePercent, shipDays: item.shipDays }, now)
  await tx.updateTable('market_item').set({ state: 'sold' }).where('id', '=', itemId).execute()
  await insertTransaction(tx, { id: transactionId, itemId, buyerId, sellerId, state })
  await addStep(tx, transactionId, 'bought', now)
  await copyToParcel(context, tx, { transactionId, side: 'buyer', address })
  await addMarketNotices(tx, [
    { memberId: sellerId, itemId, transactionId, moment: 'bought', actorId: null, occasion: transactionId },
  ])
  // Last, because other payments of the buyer wait for these rows.
  const held = await holdEscrow(tx, { transactionId, buyerId, sellerId, points })
  if (isRefusal(held)) return held
  await context.events.publish(tx, { type: 'point:changed', memberId: buyerId })
  return null
}
