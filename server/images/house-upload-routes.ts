import { Hono } from 'hono'
import { uploadBytesMax, uploadTimeoutMs } from '../../contract/images.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { commandId } from '../../contract/shared.ts'
import type { Context } from '../context.ts'
import type { ServerEnv } from '../http/client-of.ts'
import { refused } from '../http/endpoint-routes.ts'
import { noteUse, operatorOf } from '../operator/operator-sessions.ts'
import { keepHouseUpload } from './actions/keep-house-upload.ts'
import { readBytes } from './read-bytes.ts'
import type { UploadIntake } from './upload-intake.ts'

/**
 * Takes operators' pictures in, to be mounted at `uploadHouseImagePath` before the limit on other bodies. What a picture
 * is used for is a line in the audit log; the upload alone is none.
 */
export const houseUploadRoutes = (context: Context, { decode }: UploadIntake): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.post('/', async (c) => {
    const operator = await operatorOf(context, c.req.header('cookie'))
    if (!operator) return refused(c, 'notLoggedIn')
    if (operator.step !== 'through') return refused(c, 'secondStepMissing')
    await noteUse(context, operator)
    const uploadId = commandId.safeParse(c.req.query('id'))
    if (!uploadId.success) return refused(c, 'badInput')
    const sent = await readBytes(c.req.raw.body, { bytesMax: uploadBytesMax, withinMs: uploadTimeoutMs })
    if (isRefusal(sent)) return refused(c, sent.refused)
    const decoded = await decode(sent)
    if (isRefusal(decoded)) return refused(c, decoded.refused)
    const kept = await keepHouseUpload(
      context,
      { sender: `operator:${operator.id}`, uploadId: uploadId.data },
      decoded,
    )
    return isRefusal(kept) ? refused(c, kept.refused) : c.json(kept)
  })
  return app
}
