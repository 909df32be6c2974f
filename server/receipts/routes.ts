import { Hono } from 'hono'
import { refuse } from '#contract/core/refusal.ts'
import type { receiptsEndpoints } from '#contract/receipts/receipts.ts'
import type { Context } from '#server/context.ts'
import { signedGalleryReceipt } from '#server/gallery/purchase-receipt.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { invoiceOf } from '#server/points/orders/order-invoice.ts'
import { signedOrderReceipt } from '#server/points/orders/order-receipt.ts'
import { verifyReceipt } from './verify.ts'

export const receiptsHandlers: HandlersOf<typeof receiptsEndpoints> = {
  getOrderReceipt: async ({ context, viewer, input }) => {
    const signed = await signedOrderReceipt(context, input.orderId, viewer.memberId)
    // A signed one is the member's own.
    return signed === null
      ? refuse('notFound')
      : { type: 'success', signed, invoice: await invoiceOf(context, input.orderId) }
  },
  getGalleryReceipt: async ({ context, viewer, input }) => {
    const found = await signedGalleryReceipt(context, input.receiptId, viewer.memberId)
    return found ? { type: 'success', ...found } : refuse('notFound')
  },
  verifyReceipt: ({ context, viewer, input }) => verifyReceipt(context, input.text, viewer?.memberId),
}

/** The public keys, for anybody on any site; mounted at `receiptKeysPath`. */
export const receiptKeyRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.get('/', async (c) => {
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'public, max-age=300')
    return c.json({ keys: await context.receiptKeys.published() })
  })
  return app
}
