import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createFrameReader } from '#adapters/video/frame-reader.ts'
import { uploadDocumentPath } from '#contract/applications/applications.ts'
import { documentImagePath } from '#contract/applications/operator.ts'
import { operatorGalleryLeakPath, operatorGalleryLeakVideoPath } from '#contract/gallery/operator.ts'
import { uploadImagePath } from '#contract/images/images.ts'
import { uploadOperatorImagePath } from '#contract/legal/operator/message-pages.ts'
import { monitoringPath } from '#contract/monitoring/monitoring.ts'
import { openApiPath } from '#contract/openapi.ts'
import { dataExportPath } from '#contract/privacy/data-export.ts'
import { receiptKeysPath } from '#contract/receipts/receipts.ts'
import { uploadVideoPath, videoPath } from '#contract/videos/videos.ts'
import { authRoutes } from '#server/account/sign-in/auth-routes.ts'
import { documentImageRoutes } from '#server/applications/document-image-routes.ts'
import { documentUploadRoutes } from '#server/applications/upload-routes.ts'
import { mediaRoutes } from '#server/calls/media/media-routes.ts'
import { chatImageVisibility } from '#server/chat/image-visibility.ts'
import type { Context } from '#server/context.ts'
import { galleryImageVisibility } from '#server/gallery/image-visibility.ts'
import { galleryVideoRule } from '#server/gallery/video/video-rule.ts'
import { galleryLeakRoutes } from '#server/gallery/watermark/leak-routes.ts'
import { galleryLeakVideoRoutes } from '#server/gallery/watermark/leak-video-routes.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refusalOfFailure } from '#server/http/failed-request.ts'
import { refused } from '#server/http/refused.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { timeRoutes } from '#server/http/timed-routes.ts'
import { operatorImageRoutes } from '#server/images/operator-image-routes.ts'
import { operatorUploadRoutes } from '#server/images/operator-upload-routes.ts'
import { imageRoutes } from '#server/images/routes.ts'
import { createUploadIntake } from '#server/images/upload-intake.ts'
import { uploadRoutes } from '#server/images/upload-routes.ts'
import { admitToLive } from '#server/live/media/admission.ts'
import { disputeImageVisibility, marketImageVisibility } from '#server/market/image-visibility.ts'
import { monitoringRoutes } from '#server/monitoring/routes.ts'
import { nodeRoutes } from '#server/nodes/node-routes.ts'
import { cardRoutes } from '#server/people/sharing/card-routes.ts'
import { cardsPath } from '#server/people/sharing/shared-people.ts'
import { webhookRoutes } from '#server/points/purchase/webhook-routes.ts'
import { dataExportRoutes } from '#server/privacy/data-export/download-routes.ts'
import { receiptKeyRoutes } from '#server/receipts/routes.ts'
import { timelineImageVisibility, timelineMovieRule } from '#server/timeline/file-visibility.ts'
import { timelineMovieRoutes } from '#server/timeline/movies/delivery-routes.ts'
import { videoDeliveryRoutes } from '#server/videos/delivery-routes.ts'
import { operatorVideoRoutes } from '#server/videos/operator-video-routes.ts'
import { videoUploadRoutes } from '#server/videos/upload-routes.ts'
import { handlers } from './all-handlers.ts'
import { bodyBytesMax } from './endpoint-access.ts'
import { mountEndpoints, refusedMethod } from './endpoint-routes.ts'
import { openApiRoutes } from './openapi-routes.ts'
import { operatorImages, operatorVideos } from './operator-files.ts'
import type { WebPages } from './web-pages.ts'

/**
 * Whether the client disconnected before its whole request had arrived, like a phone in a tunnel. The answer has no
 * receiver then, and any client can cause it: it is no failure of the server.
 */
const isCutOff = (incoming: IncomingMessage | undefined): boolean =>
  incoming !== undefined && !incoming.complete && incoming.destroyed

/** The whole HTTP side of the product on one Hono app. */
export const createHttpApp = (context: Context, web: WebPages | null): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const headers = Object.entries(securityHeaders(context.config, web?.inlineScripts ?? []))
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of headers) c.res.headers.set(name, value)
  })
  for (const personal of ['/api/*', monitoringPath])
    app.use(personal, async (c, next) => {
      await next()
      if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
    })
  if (context.metrics) app.use('/api/*', timeRoutes(context.metrics))
  app.use('/api/*', sameOrigin(context.config.publicUrl))
  const intake = createUploadIntake(context)
  app.route(uploadImagePath, uploadRoutes(context, intake))
  app.route(uploadVideoPath, videoUploadRoutes(context, intake))
  app.route(uploadOperatorImagePath, operatorUploadRoutes(context, intake))
  app.route(uploadDocumentPath, documentUploadRoutes(context, intake))
  app.route(operatorGalleryLeakPath, galleryLeakRoutes(context, intake))
  app.route(operatorGalleryLeakVideoPath, galleryLeakVideoRoutes(context, createFrameReader()))
  app.use('/api/*', bodyLimit({ maxSize: bodyBytesMax, onError: (c) => refused(c, 'bodyTooLarge') }))
  // First: two endpoints lie under the path of the sign-in routes, which answer everything that they don't know.
  mountEndpoints(app, context, handlers)
  app.use(monitoringPath, sameOrigin(context.config.publicUrl))
  app.route(monitoringPath, monitoringRoutes(context))
  app.route('/api/auth', authRoutes(context))
  app.route('/api/media', mediaRoutes(context, admitToLive))
  app.route('/api/img', timelineMovieRoutes(context))
  app.route(
    '/api/img',
    imageRoutes(context, {
      chat: chatImageVisibility,
      timeline: timelineImageVisibility,
      market: marketImageVisibility,
      marketDispute: disputeImageVisibility,
      gallery: galleryImageVisibility,
    }),
  )
  for (const [path, images] of Object.entries(operatorImages))
    app.route(path, operatorImageRoutes(context, images))
  app.route(
    videoPath,
    videoDeliveryRoutes(context, { gallery: galleryVideoRule, timeline: timelineMovieRule }),
  )
  for (const [path, videos] of Object.entries(operatorVideos))
    app.route(path, operatorVideoRoutes(context, videos))
  app.route(documentImagePath, documentImageRoutes(context))
  app.route(dataExportPath, dataExportRoutes(context))
  app.route('/api/node', nodeRoutes(context))
  app.route('/api/webhooks', webhookRoutes(context))
  app.route(openApiPath, openApiRoutes(context))
  for (const path of ['/api', '/api/*'])
    app.all(path, (c) => refusedMethod(app, c) ?? refused(c, 'unknownPath'))
  app.route(receiptKeysPath, receiptKeyRoutes(context))
  app.route(cardsPath, cardRoutes(context))
  web?.mount(app)
  app.notFound((c) => refusedMethod(app, c) ?? c.text('見つかりませんでした。', 404))
  app.onError((error, c) => {
    const { method, path } = c.req
    if (isCutOff(c.env?.incoming)) {
      context.log.debug('request-cut-off', { method, path })
      return refused(c, 'malformedBody')
    }
    return refused(c, refusalOfFailure(context.log, { method, path }, error))
  })
  return app
}
