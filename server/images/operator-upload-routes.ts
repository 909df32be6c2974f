import { Hono } from 'hono'
import { isRefusal } from '#contract/core/refusal.ts'
import { commandId } from '#contract/core/shared.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { admittedOperator } from '#server/operators/operator-sessions.ts'
import { storeOperatorUpload } from './actions/store-operator-upload.ts'
import type { UploadIntake } from './upload-intake.ts'

/**
 * Receives operators' images, to be mounted at `uploadOperatorImagePath` before the limit on other bodies. The
 * use of an image is a line in the audit log; the upload alone isn't.
 */
export const operatorUploadRoutes = (
  context: Context,
  { receive, decode }: UploadIntake,
): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.post('/', async (c) => {
    const operator = await admittedOperator(context, c.req.header('cookie'))
    if (isRefusal(operator)) return refused(c, operator.refused)
    const uploadId = commandId.safeParse(c.req.query('id'))
    if (!uploadId.success) return refused(c, 'badInput')
    const sender = `operator:${operator.id}`
    const kept = await receive(sender, c.req.raw.body, async (sent) => {
      const decoded = await decode(sent)
      return isRefusal(decoded)
        ? decoded
        : storeOperatorUpload(context, { sender, uploadId: uploadId.data }, decoded)
    })
    return isRefusal(kept) ? refused(c, kept.refused) : c.json(kept)
  })
  return app
}
