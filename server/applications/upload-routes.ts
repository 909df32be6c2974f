import { Hono } from 'hono'
import { documentSides } from '#contract/applications/applications.ts'
import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import { commandId } from '#contract/core/shared.ts'
import { uploadBytesMax } from '#contract/images/images.ts'
import { needsIdentityProof } from '#server/account/identity-proof.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import type { UploadIntake } from '#server/images/upload-intake.ts'
import { expectDocument, type SentDocument, storeDocument } from './actions/store-document.ts'

/**
 * Receives documents' pictures, to be mounted at `uploadDocumentPath` before the limit on other bodies. They
 * are decoded and encoded again like any image, and encrypted before they are stored.
 */
export const documentUploadRoutes = (context: Context, intake: UploadIntake): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.post('/', async (c) => {
    const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
    if (!viewer) return refused(c, 'notLoggedIn')
    if (await needsIdentityProof(context, viewer)) return refused(c, 'identityProofNeeded')
    const uploadId = commandId.safeParse(c.req.query('id'))
    const side = documentSides.find((known) => known === c.req.query('side'))
    if (!uploadId.success || !side) return refused(c, 'badInput')
    if (Number(c.req.header('content-length') ?? 0) > uploadBytesMax) return refused(c, 'uploadTooLarge')
    const sent = { memberId: viewer.memberId, uploadId: uploadId.data, side }
    const answer = await intake.receive(viewer.memberId, c.req.raw.body, (bytes) =>
      storeSent(context, intake, sent, bytes),
    )
    return isRefusal(answer) ? refused(c, answer.refused) : c.json({ type: 'success', side })
  })
  return app
}

/** An upload that was stored already gets the same answer again, whatever is sent with its id. */
const storeSent = async (
  context: Context,
  { decode }: UploadIntake,
  sent: SentDocument,
  bytes: Buffer,
): Promise<'received' | Refusal> => {
  const expected = await expectDocument(context, sent)
  if (expected === 'received' || isRefusal(expected)) return expected
  const decoded = await decode(bytes)
  if (isRefusal(decoded)) return decoded
  return (await storeDocument(context, sent, expected, decoded.jpeg)) ?? 'received'
}
