import { sql } from 'kysely'
import { commandId } from '#contract/core/shared.ts'
import { type Order, taxPercent } from '#contract/points/purchase.ts'
import type { ReceiptCheckpoint, ReceiptFields } from '#contract/receipts/receipts.ts'
import { containedTaxYen } from '#domain/points/purchase/purchase.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { signReceipt } from '#server/secrets/sign-receipt.ts'
import { checkpointsOfTransfers } from '../checkpoints.ts'
import { findOrder } from './order-record.ts'
import { orderView } from './queries.ts'

/**
 * The fields of an order's receipt: what was paid, how and when, and what was issued for it. No field names a
 * person.
 */
const fieldsOf = (order: Order): ReceiptFields => ({
  paidAt: order.paidAt,
  priceYen: order.priceYen,
  taxYen: containedTaxYen(order.priceYen, taxPercent),
  method: order.method,
  paidPoints: order.paidPoints,
  freePoints: order.freePoints,
  bonusPoints: order.bonusPoints,
  repaidPoints: order.repaidPoints,
  refundedYen: order.refundedYen,
  orderState: order.state,
  expiresAt: order.expiresAt,
})

const checkpointsOfOrder = async (db: Db, orderId: string): Promise<ReceiptCheckpoint[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from transfer where reference = ${orderId}
      and purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt', 'orderRefund', 'chargeback', 'disputeWon')`.execute(
    db,
  )
  return checkpointsOfTransfers(
    db,
    rows.map(({ id }) => id),
  )
}

/** Our records of a paid order; null for one that was never paid. */
export const orderReceiptRecord = async (context: Pick<Context, 'db'>, orderId: string) => {
  if (!commandId.safeParse(orderId).success) return null
  const order = await findOrder(context.db, orderId)
  if (!order?.capturedAt) return null
  const view = await orderView(context.db, order)
  return {
    holderId: order.memberId,
    fields: fieldsOf(view),
    checkpoints: await checkpointsOfOrder(context.db, orderId),
  }
}

/**
 * The verifiable receipt of a member's own paid order; null for another member's, and for one that was never
 * paid.
 */
export const signedOrderReceipt = async (
  context: Context,
  orderId: string,
  memberId: string,
): Promise<string | null> => {
  const record = await orderReceiptRecord(context, orderId)
  if (record?.holderId !== memberId) return null
  return signReceipt(context, {
    kind: 'purchase',
    id: orderId,
    fields: record.fields,
    checkpoints: record.checkpoints,
  })
}
