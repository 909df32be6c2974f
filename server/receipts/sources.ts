import type { ReceiptCheckpoint, ReceiptFields, ReceiptKind } from '#contract/receipts/receipts.ts'
import { callReceiptRecord } from '#server/calls/billing/signed-receipt.ts'
import type { Context } from '#server/context.ts'
import { galleryReceiptRecord } from '#server/gallery/purchase-receipt.ts'
import { orderReceiptRecord } from '#server/points/orders/order-receipt.ts'

/** What our records say today about what a receipt confirms. */
export interface ReceiptRecord {
  /** The member whose receipt it is. */
  holderId: string
  fields: ReceiptFields
  checkpoints: ReceiptCheckpoint[]
}

/**
 * Where the records of each kind of receipt are. `fields` are a receipt's own, perhaps forged: they only say
 * which of several holders' receipts is meant. Null without a record.
 */
export const receiptSources: Record<
  ReceiptKind,
  (context: Context, id: string, fields: ReceiptFields) => Promise<ReceiptRecord | null>
> = {
  call: callReceiptRecord,
  purchase: orderReceiptRecord,
  gallery: galleryReceiptRecord,
}
