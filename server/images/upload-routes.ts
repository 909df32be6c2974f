import { Hono } from 'hono'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { commandId } from '#contract/core/shared.ts'
import { type UploadedImage, uploadBytesMax } from '#contract/images/images.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { findUpload, hasUploadedEnough, storeUpload, type Upload } from './actions/store-upload.ts'
import type { UploadIntake } from './upload-intake.ts'

/**
 * Receives images, to be mounted at `uploadImagePath` before the limit on other bodies (contract/images/images.ts).
 */
export const uploadRoutes = (context: Context, intake: UploadIntake): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.post('/', async (c) => {
    const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
    if (!viewer) return refused(c, 'notLoggedIn')
    const uploadId = commandId.safeParse(c.req.query('id'))
    if (!uploadId.success) return refused(c, 'badInput')
    if (Number(c.req.header('content-length') ?? 0) > uploadBytesMax) return refused(c, 'uploadTooLarge')
    const upload = { ownerId: viewer.memberId, uploadId: uploadId.data }
    const answer = await intake.receive(viewer.memberId, c.req.raw.body, (sent) =>
      storeSent(context, intake, upload, sent),
    )
    return isRefusal(answer) ? refused(c, answer.refused) : c.json(answer)
  })
  return app
}

/** An upload that has become an image gets the same answer again, whatever is sent with its id. */
const storeSent = async (
  context: Context,
  { decode }: UploadIntake,
  upload: Upload,
  sent: Buffer,
): Promise<UploadedImage | Refusal> => {
  const known = await findUpload(context, upload)
  if (known) return known
  if (await hasUploadedEnough(context, upload.ownerId)) return refuse('uploadTooMany')
  const decoded = await decode(sent)
  return isRefusal(decoded) ? decoded : storeUpload(context, upload, decoded)
}
