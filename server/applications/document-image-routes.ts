import { Hono } from 'hono'
import { isRefusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { recordAudit } from '#server/operators/audit.ts'
import { admittedOperator } from '#server/operators/operator-sessions.ts'
import { documentsOf } from './application-rows.ts'
import { readDocument } from './document-files.ts'

/**
 * Documents' pictures, to be mounted at `documentImagePath`: for signed-in operators, each through its
 * application, each view a line in the audit log, written before the picture is sent. No cache may store
 * them.
 */
export const documentImageRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.get('/:applicationId{\\d{1,15}}/:documentId{[0-9a-f-]{36}}', async (c) => {
    const operator = await admittedOperator(context, c.req.header('cookie'))
    if (isRefusal(operator)) return refused(c, operator.refused)
    const { applicationId, documentId } = c.req.param()
    const documents = await documentsOf(context.db, Number(applicationId))
    const document = documents.find(({ id }) => id === documentId)
    if (!document) return refused(c, 'notFound')
    const picture = await readDocument(context, document)
    if (!picture) {
      context.log.error('identity-document-unreadable', { documentId })
      return refused(c, 'documentUnreadable')
    }
    await recordAudit(context.db, {
      operatorId: operator.id,
      address: clientOf(c, context.config.trustedProxyHops).address,
      action: 'operatorIdentityDocument',
      subject: `application:${applicationId}`,
      after: { side: document.side },
    })
    return c.body(new Uint8Array(picture), 200, {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
    })
  })
  return app
}
