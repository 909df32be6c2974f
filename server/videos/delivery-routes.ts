import { Hono } from 'hono'
import { commandId } from '#contract/core/shared.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { isSignedFor, parseImageSignature, signImageAddress } from '#server/images/signed-address.ts'
import { readVersion, sendBuyersCopy, sendVersion } from './send-version.ts'
import { findVideo } from './video-record.ts'
import type { VideoRules } from './visibility.ts'
import { createComposer } from './watermark/composed-version.ts'

/** No image has such an id, so that a signature opens either an image or a video. */
const signedName = (videoId: string): string => `video:${videoId}`

/** The end of a video's address, which names its holder and ends within ten minutes, as an original image's does. */
export const signVideoAddress = (
  signing: Pick<Context, 'secret' | 'now'>,
  videoId: string,
  memberId: string | null,
): string => signImageAddress(signing, signedName(videoId), memberId)

/**
 * Versions of videos by signed addresses, to be mounted at `videoPath`. The holder needs their own session beside the
 * signature, and the rule of the video's purpose decides anew at each request; its owner may play it before it is used.
 * What was sent itself is never delivered.
 */
export const videoDeliveryRoutes = (context: Context, rules: VideoRules): Hono<ServerEnv> => {
  const composer = createComposer(context.storage)
  const app = new Hono<ServerEnv>()
  app.get('/:videoId/:name', async (c) => {
    const videoId = commandId.safeParse(c.req.param('videoId'))
    const version = readVersion(c.req.param('name'))
    const signature = parseImageSignature(new URL(c.req.url).searchParams)
    if (!videoId.success || version === null || !signature) return refused(c, 'notFound')
    const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
    const viewerId = viewer?.memberId ?? null
    if (!isSignedFor(context, signedName(videoId.data), viewerId, signature)) return refused(c, 'notFound')
    const video = await findVideo(context.db, videoId.data)
    if (!video?.ownerId || video.isExpired) return refused(c, 'notFound')
    const shown = video.purpose
      ? await rules[video.purpose](context.db, video.id, viewer)
      : video.ownerId === viewerId && 'plain'
    if (!shown) return refused(c, 'notFound')
    const leftSec = Math.max(0, signature.until - Math.floor(context.now() / 1_000))
    const caching = `private, max-age=${leftSec}`
    const sent = { videoId: video.id, version, caching }
    return shown === 'watermarked' && viewerId !== null
      ? sendBuyersCopy(c, context, composer, { ...sent, memberId: viewerId })
      : sendVersion(c, context, sent)
  })
  return app
}
