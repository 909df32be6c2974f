import { Hono } from 'hono'
import { isRefusal } from '#contract/core/refusal.ts'
import { commandId } from '#contract/core/shared.ts'
import { videoPartBytesMax } from '#contract/videos/videos.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import type { UploadIntake } from '#server/images/upload-intake.ts'
import { receivePart } from './actions/receive-part.ts'
import { findVideo } from './video-record.ts'

const offsetShape = /^\d{1,10}$/

/**
 * Receives parts of videos, to be mounted at `uploadVideoPath` before the limit on other bodies. Nothing is read of a body
 * that isn't the next part: the answer then names the right offset.
 */
export const videoUploadRoutes = (context: Context, intake: UploadIntake): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.patch('/:videoId', async (c) => {
    const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
    if (!viewer) return refused(c, 'notLoggedIn')
    const videoId = commandId.safeParse(c.req.param('videoId'))
    const offsetText = c.req.header('upload-offset') ?? ''
    if (!videoId.success || !offsetShape.test(offsetText)) return refused(c, 'badInput')
    if (Number(c.req.header('content-length') ?? 0) > videoPartBytesMax) return refused(c, 'badInput')
    const known = await findVideo(context.db, videoId.data)
    if (known?.ownerId !== viewer.memberId || known.isExpired) return refused(c, 'notFound')
    const offset = Number(offsetText)
    c.header('upload-offset', String(known.received))
    if (known.state !== 'receiving' || known.received !== offset) return refused(c, 'videoOffsetWrong')
    const answer = await intake.receive(viewer.memberId, c.req.raw.body, (bytes) =>
      receivePart(context, { videoId: videoId.data, ownerId: viewer.memberId, offset, bytes }),
    )
    if (isRefusal(answer)) return refused(c, answer.refused)
    c.header('upload-offset', String(answer.received))
    return c.body(null, 204)
  })
  return app
}
