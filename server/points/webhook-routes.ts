import { Hono } from 'hono'
import type { PaymentGateway, Webhook } from '../../adapters/payments/port.ts'
import type { Context } from '../context.ts'
import { clientOf, type ServerEnv } from '../http/client-of.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { takePaymentNews } from './orders/payment-news.ts'

/** An address's webhooks; each may cost a question to its service. Far more than a service sends. */
const webhooksPerMinuteMax = 600

/**
 * What a payment service posts: 401 unsigned, 503 when it should send it again, 200 once it is stored. Answers carry no
 * words; nobody but a service reads them.
 */
export const webhookRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const limit = createRateLimit({ max: webhooksPerMinuteMax, windowMs: 60_000, now: context.now })
  app.post('/:gateway', async (c) => {
    const gateway = context.payments.named(c.req.param('gateway'))
    if (!gateway) return c.body(null, 404)
    if (!limit.admits(clientOf(c, context.config.trustedProxyHops).address)) return c.body(null, 503)
    const webhook = {
      headers: c.req.raw.headers,
      body: new Uint8Array(await c.req.arrayBuffer()),
      url: `${context.config.publicUrl ?? new URL(c.req.url).origin}/api/webhooks/${gateway.name}`,
    }
    try {
      return c.body(null, (await takeWebhook(context, gateway, webhook)) === 'taken' ? 200 : 401)
    } catch (error) {
      context.log.error('webhook-not-taken', { gateway: gateway.name, error })
      return c.body(null, 503)
    }
  })
  return app
}

/** Rejects when it could not be stored: the service has to send it again. */
export const takeWebhook = async (
  context: Context,
  gateway: PaymentGateway,
  webhook: Webhook,
): Promise<'taken' | 'unsigned'> => {
  const news = await gateway.readNews(webhook)
  if (news === 'unsigned') return 'unsigned'
  for (const each of news) await takePaymentNews(context, gateway.name, each)
  return 'taken'
}
