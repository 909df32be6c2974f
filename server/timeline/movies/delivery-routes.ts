import { Hono } from 'hono'
import { commandId } from '#contract/core/shared.ts'
import { type MovieFileKind, movieFileApis } from '#contract/timeline/movies.ts'
import { videoVersions } from '#contract/videos/videos.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { addressParameters } from '#server/images/image-request.ts'
import { sendVersion } from '#server/videos/send-version.ts'
import { findVideo } from '#server/videos/video-record.ts'
import { timelineMovieRule } from '../file-visibility.ts'
import { isKnownApplication, type MovieFile, readMediaToken } from './media-token.ts'

const kindOf = (api: string | null): MovieFileKind | undefined =>
  (Object.keys(movieFileApis) as MovieFileKind[]).find((kind) => movieFileApis[kind] === api)

const fileOf = (kind: MovieFileKind, parameters: URLSearchParams): MovieFile | null => {
  const fileId = commandId.safeParse(parameters.get('fileId'))
  const applicationId = parameters.get('applicationId') ?? ''
  return fileId.success && /^\d{1,3}$/.test(applicationId) && isKnownApplication(Number(applicationId))
    ? { kind, applicationId: Number(applicationId), fileId: fileId.data }
    : null
}

/**
 * Movies and thumbnails of posts by media tokens, to be mounted at `/api/img` before the images, to which everything else
 * goes (Specification 3). The holder needs their own session beside the token, and the rule decides anew at each request.
 * A thumbnail is the image of the poster, which has its own rule, and so its address is answered.
 */
export const timelineMovieRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.get('/:segment', async (c, next) => {
    const parameters = addressParameters(c.req.url)
    const kind = kindOf(parameters.get('api'))
    if (kind === undefined) return next()
    const file = fileOf(kind, parameters)
    const viewer = file && (await context.sessions.ofCookies(c.req.header('cookie')))
    const token =
      file && readMediaToken(context, file, viewer?.memberId ?? null, parameters.get('token') ?? '')
    if (!file || !token || !(await timelineMovieRule(context.db, file.fileId, viewer)))
      return refused(c, 'notFound')
    const video = await findVideo(context.db, file.fileId)
    if (!video?.posterId || video.isExpired) return refused(c, 'notFound')
    const leftSec = Math.max(0, token.until - Math.floor(context.now() / 1_000))
    const caching = `private, max-age=${leftSec}`
    if (kind === 'thumbnail') {
      c.header('cache-control', caching)
      return c.redirect(`/api/img/api=get-img&id=${video.posterId}&kind=6&size=480`)
    }
    const size = parameters.get('size')
    const version = size === null ? videoVersions[0] : videoVersions.find((known) => String(known) === size)
    return version
      ? sendVersion(c, context, { videoId: file.fileId, version, caching })
      : refused(c, 'notFound')
  })
  return app
}
