import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { commandId } from '#contract/core/shared.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { recordAudit } from '#server/operators/audit.ts'
import { operatorOf, recordUse } from '#server/operators/operator-sessions.ts'
import { readVersion, sendVersion } from '#server/videos/send-version.ts'
import { videoIdForOperators } from './item-video.ts'

/** A player asks for many ranges: one operator's are one line in the audit log for so long. */
const oneLineMs = 10 * 60_000
const linesMax = 1_000

/**
 * Videos of the gallery for signed-in operators, also of items that were taken down, to be mounted at
 * `operatorGalleryVideoPath`. No cache may store them.
 */
export const operatorGalleryVideoRoutes = (context: Context): Hono<ServerEnv> => {
  const written = new LRUCache<string, true>({ max: linesMax, ttl: oneLineMs })
  const app = new Hono<ServerEnv>()
  app.get('/:itemId/:name', async (c) => {
    const operator = await operatorOf(context, c.req.header('cookie'))
    if (!operator) return refused(c, 'notLoggedIn')
    if (operator.step !== 'through') return refused(c, 'secondStepMissing')
    await recordUse(context, operator)
    const itemId = commandId.safeParse(c.req.param('itemId'))
    const version = readVersion(c.req.param('name'))
    const videoId = itemId.success && version ? await videoIdForOperators(context.db, itemId.data) : null
    if (!itemId.success || version === null || videoId === null) return refused(c, 'notFound')
    const line = `${operator.id}:${itemId.data}`
    if (!written.has(line)) {
      await recordAudit(context.db, {
        operatorId: operator.id,
        address: clientOf(c, context.config.trustedProxyHops).address,
        action: 'operatorGalleryVideo',
        subject: `gallery:${itemId.data}`,
      })
      written.set(line, true)
    }
    return sendVersion(c, context, { videoId, version, caching: 'private, no-store' })
  })
  return app
}
