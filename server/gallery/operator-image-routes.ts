import { Hono } from 'hono'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { imageFormat, imageKinds, imageQuality } from '#server/images/image-request.ts'
import { findImage } from '#server/images/queries.ts'
import { createVariants } from '#server/images/variants.ts'
import { recordAudit } from '#server/operators/audit.ts'
import { operatorOf, recordUse } from '#server/operators/operator-sessions.ts'
import { isPictureOf } from './operator-queries.ts'

/** The width in which the review shows it. */
const shownPixels = 960

/**
 * Originals of the gallery for signed-in operators, also of items that were taken down, to be mounted at
 * `operatorGalleryImagePath`; each has a line in the audit log. No cache may store them.
 */
export const operatorGalleryImageRoutes = (context: Context): Hono<ServerEnv> => {
  const variants = createVariants(context.config.dataDir, context.storage)
  const app = new Hono<ServerEnv>()
  app.get('/:itemId{[0-9a-f-]{36}}/:imageId{[\\w-]{1,64}}', async (c) => {
    const operator = await operatorOf(context, c.req.header('cookie'))
    if (!operator) return refused(c, 'notLoggedIn')
    if (operator.step !== 'through') return refused(c, 'secondStepMissing')
    await recordUse(context, operator)
    const { itemId, imageId } = c.req.param()
    const image = (await isPictureOf(context.db, itemId, imageId))
      ? await findImage(context.db, { imageId, kind: imageKinds.content, ownerId: null, isEvidence: true })
      : null
    if (!image) return refused(c, 'notFound')
    const { address, isMobile } = clientOf(c, context.config.trustedProxyHops)
    const quality = imageQuality(isMobile)
    const format = imageFormat(c.req.header('accept') ?? '', quality, false)
    const picture = await variants.read(image, {
      kind: imageKinds.content,
      size: shownPixels,
      quality,
      format,
      isSealed: false,
    })
    if (!picture) return refused(c, 'notFound')
    await recordAudit(context.db, {
      operatorId: operator.id,
      address,
      action: 'operatorGalleryImage',
      subject: `gallery:${itemId}`,
      after: { image: imageId },
    })
    return c.body(new Uint8Array(picture), 200, {
      'content-type': `image/${format}`,
      'cache-control': 'private, no-store',
    })
  })
  return app
}
