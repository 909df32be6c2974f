import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { forwardEnvelope } from '#adapters/monitoring/collector.ts'
import { ownDsn } from '#contract/monitoring/monitoring.ts'
import { type Envelope, errorReportOf, readEnvelope } from '#domain/monitoring/envelope.ts'
import { scrubbed } from '#domain/monitoring/scrub.ts'
import { deviceName } from '#domain/shell/device-name.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { refused } from '#server/http/refused.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { storeClientError } from './client-errors.ts'

/** A report with 100 breadcrumbs has about 50 KB, a trace somewhat more. */
const envelopeBytesMax = 256 * 1024
/** Enough for a page that fails in a loop, and for a broken release that fails for all members at once. */
const perNetworkMax = 30
const allMax = 600
const windowMs = 60_000

/** What our pages send; replays, profiles, attachments and feedback would contain what members see and write. */
const acceptedTypes: readonly string[] = ['event', 'transaction', 'session', 'sessions', 'client_report']

/**
 * Specification 2 and 7: the error-reporting tunnel. It accepts envelopes of our own pages for the configured collector
 * alone and forwards them; without a collector it stores the newest errors for the operators. It answers 200 in every
 * case: a page can do nothing about a lost report.
 */
export const monitoringRoutes = (context: Context): Hono<ServerEnv> => {
  const { collector } = context.config
  const perNetwork = createRateLimit({ max: perNetworkMax, windowMs, now: context.now })
  const all = createRateLimit({ max: allMax, windowMs, now: context.now })
  const routes = new Hono<ServerEnv>()
  routes.post(
    '/',
    bodyLimit({ maxSize: envelopeBytesMax, onError: (c) => refused(c, 'bodyTooLarge') }),
    async (c) => {
      const client = clientOf(c, context.config.trustedProxyHops)
      if (!perNetwork.admits(addressKey(context.secret, client.address)) || !all.admits('all'))
        return refused(c, 'tooManyRequests')
      const text = await c.req.text()
      const envelope = readEnvelope(text)
      if (!envelope?.items.every(({ type }) => acceptedTypes.includes(type)))
        return refused(c, 'malformedBody')
      if (envelope.dsn !== (collector?.dsn ?? ownDsn)) return refused(c, 'forbidden')
      if (collector) {
        const result = await forwardEnvelope(collector, text)
        if (!result.isAccepted) context.log.info('report-not-taken', { reason: result.reason })
      } else {
        await storeErrors(context, envelope, client.userAgent)
      }
      return c.json({})
    },
  )
  return routes
}

const storeErrors = async ({ db, now }: Context, { items }: Envelope, userAgent: string): Promise<void> => {
  for (const { type, payload } of items) {
    const report = type === 'event' ? errorReportOf(scrubbed(payload)) : null
    if (report)
      await storeClientError(db, { ...report, device: deviceName(userAgent), receivedAt: new Date(now()) })
  }
}
