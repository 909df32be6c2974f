import type { ReceiptCheckpoint, ReceiptFields, ReceiptKind } from '#contract/receipts/receipts.ts'
import { callReceiptRecord } from '#server/calls/billing/signed-receipt.ts'
import type { Context } from '#server/context.ts'
import { orderReceiptRecord } from '#server/points/orders/order-receipt.ts'

/** What our records say of a receipt's matter today. */
export interface ReceiptRecord {
  /** Whose receipt it is. */
  holderId: string
  fields: ReceiptFields
  seals: ReceiptCheckpoint[]
}

/**
 * Where the records of each kind of receipt are. `fields` are a receipt's own, perhaps made up: they only say which
 * of several holders' receipts is meant. Null when there is none.
 */
export const receiptSources: Record<
  ReceiptKind,
  (context: Context, id: string, fields: ReceiptFields) => Promise<ReceiptRecord | null>
> = {
  call: callReceiptRecord,
  purchase: orderReceiptRecord,
}
