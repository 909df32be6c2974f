import type { Db } from '#server/db/database.ts'
import { visibleItem } from './item-record.ts'
import { findTransaction, memberOf, sideOf } from './transaction-record.ts'

/** Whom a member meets in the market by name: the seller of an item, or the other side of a transaction. */
export interface TraderPlace {
  itemId?: string | undefined
  transactionId?: string | undefined
}

/** Null where the member meets nobody else there. */
export const traderAt = async (db: Db, memberId: string, place: TraderPlace): Promise<string | null> => {
  if (place.itemId !== undefined) {
    const item = await visibleItem(db, place.itemId, memberId)
    return item && item.sellerId !== memberId ? item.sellerId : null
  }
  const transaction =
    place.transactionId === undefined ? null : await findTransaction(db, place.transactionId)
  const side = transaction && sideOf(transaction, memberId)
  return transaction && side ? memberOf(transaction, side === 'buyer' ? 'seller' : 'buyer') : null
}
