import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { commandId } from '#contract/core/shared.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import type { UploadIntake } from '#server/images/upload-intake.ts'
import { recordAudit } from '#server/operators/audit.ts'
import { admittedOperator } from '#server/operators/operator-sessions.ts'
import { findBuyers } from './find-buyers.ts'

/**
 * Reads who bought the copy that a found file shows, to be mounted at `operatorGalleryLeakPath` before the limit on other
 * bodies. The file isn't stored; the audit log has its hash and whom it named.
 */
export const galleryLeakRoutes = (context: Context, { receive, decode }: UploadIntake): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.post('/', async (c) => {
    const operator = await admittedOperator(context, c.req.header('cookie'))
    if (isRefusal(operator)) return refused(c, operator.refused)
    const itemId = commandId.safeParse(c.req.query('item'))
    if (!itemId.success) return refused(c, 'badInput')
    const read = await receive(`operator:${operator.id}`, c.req.raw.body, async (sent) => {
      const decoded = await decode(sent)
      if (isRefusal(decoded)) return decoded
      const found = await findBuyers(context, itemId.data, decoded.jpeg)
      return found ? { found, hash: createHash('sha256').update(sent).digest('hex') } : refuse('notFound')
    })
    if (isRefusal(read)) return refused(c, read.refused)
    const { picture, buyers, compared } = read.found
    await recordAudit(context.db, {
      operatorId: operator.id,
      address: clientOf(c, context.config.trustedProxyHops).address,
      action: 'operatorGalleryLeak',
      subject: `gallery:${itemId.data}`,
      after: { file: read.hash, picture, compared, members: buyers.map(({ id }) => id) },
    })
    return c.json({ type: 'success', picture, buyers, compared })
  })
  return app
}
