import { Hono } from 'hono'
import type { MayQuery, PaymentGateway, Webhook } from '#adapters/payments/port.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { limitedNetwork } from '#server/secrets/keyed-hash.ts'
import { isKnownPayment } from '../orders/order-record.ts'
import { receivePaymentEvents } from '../orders/payment-events.ts'

/** A network's webhooks; each may cost a request to its service. Far more than a service sends. */
const webhooksPerMinuteMax = 600
/**
 * Requests about payments that belong to no order of ours, of all networks together: a service needs none.
 */
const unknownPaymentsPerMinuteMax = 30
/** Requests about one payment of ours. */
const knownPaymentPerMinuteMax = 10

/**
 * What a payment service posts: 401 unsigned, 503 when it should send it again, 200 once it is stored.
 * Answers have no text, because only a service reads them.
 */
export const webhookRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const limit = createRateLimit({ max: webhooksPerMinuteMax, windowMs: 60_000, now: context.now })
  const mayQueryOf = createHintLimits(context)
  app.post('/:gateway', async (c) => {
    const gateway = context.payments.named(c.req.param('gateway'))
    if (!gateway) return c.body(null, 404)
    const { address } = clientOf(c, context.config.trustedProxyHops)
    if (!limit.admits(limitedNetwork(address))) return c.body(null, 503)
    const webhook = {
      headers: c.req.raw.headers,
      body: new Uint8Array(await c.req.arrayBuffer()),
      url: `${context.config.publicUrl ?? new URL(c.req.url).origin}/api/webhooks/${gateway.name}`,
    }
    try {
      return c.body(null, statusOf[await receiveWebhook(context, gateway, webhook, mayQueryOf(gateway.name))])
    } catch (error) {
      context.log.error('webhook-not-taken', { gateway: gateway.name, error })
      return c.body(null, 503)
    }
  })
  return app
}

const statusOf = { accepted: 200, unsigned: 401, later: 503 } as const

/**
 * Unsigned hints: forged ones share one small quota of this process, so that they displace none of our
 * payments.
 */
const createHintLimits = ({ db, now }: Context) => {
  const unknown = createRateLimit({ max: unknownPaymentsPerMinuteMax, windowMs: 60_000, now })
  const known = createRateLimit({ max: knownPaymentPerMinuteMax, windowMs: 60_000, now })
  return (gateway: string): MayQuery =>
    async (paymentId) =>
      (await isKnownPayment(db, gateway, paymentId))
        ? known.admits(`${gateway}:${paymentId}`)
        : unknown.admits(gateway)
}

/** Rejects when it couldn't be stored: the service has to send it again. */
export const receiveWebhook = async (
  context: Context,
  gateway: PaymentGateway,
  webhook: Webhook,
  mayQuery?: MayQuery,
): Promise<'accepted' | 'unsigned' | 'later'> => {
  const events = await gateway.readEvents(webhook, mayQuery)
  if (typeof events === 'string') return events
  for (const each of events) await receivePaymentEvents(context, gateway.name, each)
  return 'accepted'
}
