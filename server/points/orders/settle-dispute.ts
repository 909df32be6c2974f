import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { reverseEarnings } from '../earnings/freezes.ts'
import { lockOrder, type OrderRecord } from './order-record.ts'

/**
 * A dispute is lost for good: what broadcasters earned from its points goes back to the platform, and its
 * buyer may buy again; the next purchase pays the debt first. Refuses: notFound, orderNotDisputed.
 */
export const settleDispute = async (
  tx: Tx,
  orderId: string,
): Promise<OrderRecord | Refusal<'notFound' | 'orderNotDisputed'>> => {
  const order = await lockOrder(tx, orderId)
  if (!order) return refuse('notFound')
  if (order.state !== 'chargedBack') return refuse('orderNotDisputed')
  const reversed = await reverseEarnings(tx, orderId)
  if (isRefusal(reversed))
    throw new Error(`the earnings of order ${orderId} can't be taken back: ${reversed.refused}`)
  await tx
    .updateTable('purchase_order')
    .set({ dispute_settled_at: sql<Date>`coalesce(dispute_settled_at, now())` })
    .where('id', '=', orderId)
    .execute()
  return order
}
