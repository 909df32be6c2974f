import { Hono } from 'hono'
import { isRefusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { type AuditEntry, recordAudit } from '#server/operators/audit.ts'
import { admittedOperator } from '#server/operators/operator-sessions.ts'
import { imageFormat, imageKinds, imageQuality } from './image-request.ts'
import { findImage } from './queries.ts'
import { isSignedForOperator, operatorFileName, parseImageSignature } from './signed-address.ts'
import { createVariants } from './variants.ts'

/** The width in which the console shows an original. */
const shownPixels = 960

/** The images that operators see through one kind of subject: a report, an item, a transaction. */
export interface OperatorImages {
  /** What the subject's id may look like in the address, as a regular expression. */
  idPattern: string
  /** The name of the line in the audit log, and of its subject before the colon. */
  action: AuditEntry['action']
  subject: string
  /** Whether the address has to be signed for the operator and the subject. */
  isSigned: boolean
  /** Whether the image belongs to this subject. */
  isPartOf: (db: Db, subjectId: string, imageId: string) => Promise<boolean>
}

/**
 * Originals for signed-in operators, also of what was taken down: each through its subject, each with a line in the
 * audit log. No cache may store them.
 */
export const operatorImageRoutes = (context: Context, images: OperatorImages): Hono<ServerEnv> => {
  const variants = createVariants(context.config.dataDir, context.storage)
  const app = new Hono<ServerEnv>()
  app.get(`/:subjectId{${images.idPattern}}/:imageId{[\\w-]{1,64}}`, async (c) => {
    const operator = await admittedOperator(context, c.req.header('cookie'))
    if (isRefusal(operator)) return refused(c, operator.refused)
    const { subjectId = '', imageId = '' } = c.req.param()
    const signature = parseImageSignature(new URL(c.req.url).searchParams)
    const name = operatorFileName(images.subject, subjectId)
    if (images.isSigned && !isSignedForOperator(context, name, operator.id, signature))
      return refused(c, 'notFound')
    const kind = imageKinds.content
    const image = (await images.isPartOf(context.db, subjectId, imageId))
      ? await findImage(context.db, { imageId, kind, ownerId: null, isEvidence: true })
      : null
    if (!image) return refused(c, 'notFound')
    const { address, isMobile } = clientOf(c, context.config.trustedProxyHops)
    const quality = imageQuality(isMobile)
    const format = imageFormat(c.req.header('accept') ?? '', quality, false)
    const picture = await variants.read(image, { kind, size: shownPixels, quality, format, isBlurred: false })
    if (!picture) return refused(c, 'notFound')
    await recordAudit(context.db, {
      operatorId: operator.id,
      address,
      action: images.action,
      subject: `${images.subject}:${subjectId}`,
      after: { image: imageId },
    })
    return c.body(new Uint8Array(picture), 200, {
      'content-type': `image/${format}`,
      'cache-control': 'private, no-store',
    })
  })
  return app
}
