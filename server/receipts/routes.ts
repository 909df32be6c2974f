import { Hono } from 'hono'
import type { receiptsEndpoints } from '../../contract/receipts.ts'
import type { Context } from '../context.ts'
import type { ServerEnv } from '../http/client-of.ts'
import type { HandlersOf } from '../http/handlers.ts'
import { verifyReceipt } from './verify.ts'

export const receiptsHandlers: HandlersOf<typeof receiptsEndpoints> = {
  verifyReceipt: ({ context, viewer, input }) => verifyReceipt(context, input.text, viewer?.memberId),
}

/** The public keys, for anybody on any site: to be mounted at `receiptKeysPath`. */
export const receiptKeyRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.get('/', async (c) => {
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'public, max-age=300')
    return c.json({ keys: await context.receiptKeys.published() })
  })
  return app
}
