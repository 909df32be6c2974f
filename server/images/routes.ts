import { Hono } from 'hono'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import {
  addressParameters,
  type ImageQuery,
  imageFormat,
  imageKinds,
  imageQuality,
  parseImageRequest,
} from './image-request.ts'
import { findImage, type ImageRecord } from './queries.ts'
import { isSignedFor } from './signed-address.ts'
import { createVariants, variantName } from './variants.ts'
import { type VisibilityRules, visibilityOf } from './visibility.ts'
import { type Watermark, watermarkCode, watermarkKey } from './watermark/watermark.ts'

const daySec = 86_400
const yearSec = 31_536_000
const blurredSec = 3_600

/**
 * Images by id, to be mounted at /api/img (Specification 3, product.md 10.1). An image id always names the
 * same image, so an answer may be cached forever; its encoding depends on Accept and User-Agent. A member who
 * may not see content gets the answer of an image that doesn't exist; a locked image has only its blurred
 * address until it is unlocked.
 */
export const imageRoutes = (context: Context, rules: VisibilityRules): Hono<ServerEnv> => {
  const variants = createVariants(context.config.dataDir, context.storage)
  const app = new Hono<ServerEnv>()
  app.get('/:segment', async (c) => {
    const { isMobile } = clientOf(c, context.config.trustedProxyHops)
    const wanted = parseImageRequest(addressParameters(c.req.url), isMobile)
    const image = wanted && (await findImage(context.db, wanted))
    const shown = image && (await shownTo(context, rules, c.req.header('cookie'), wanted, image))
    if (!wanted || !image || !shown) return refused(c, 'notFound')

    const quality = imageQuality(isMobile)
    const format = imageFormat(c.req.header('accept') ?? '', quality, image.path.endsWith('.svg'))
    const variant = { ...wanted, quality, format }
    const headers = {
      etag: `"${image.id}-${variantName(variant, shown.watermark)}"`,
      'cache-control': cachingOf(context, wanted, image),
      vary: 'Accept, User-Agent',
    }
    if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
    const picture = await variants.read(image, variant, shown.watermark)
    if (!picture) {
      context.log.error('image-original-missing', { imageId: image.id })
      return refused(c, 'notFound')
    }
    return c.body(new Uint8Array(picture), 200, { ...headers, 'content-type': `image/${format}` })
  })
  return app
}

/**
 * Everybody sees portraits and the images of message pages; for other content the rule of its purpose decides. Null: this
 * viewer doesn't see it.
 */
const shownTo = async (
  context: Context,
  rules: VisibilityRules,
  cookie: string | undefined,
  wanted: ImageQuery,
  { id: imageId, ownerId, purpose }: ImageRecord,
): Promise<{ watermark: Watermark | null } | null> => {
  const plain = { watermark: null }
  if (purpose === 'avatar' || purpose === 'message') return plain
  // An operator's, and not used yet.
  if (ownerId === null) return null
  const viewer = await context.sessions.ofCookies(cookie)
  const visibility = await visibilityOf(rules, context.db, { imageId, ownerId, purpose }, viewer)
  if (visibility === null) return null
  if (wanted.isBlurred) return plain
  if (visibility === 'blurred') return null
  const memberId = viewer?.memberId ?? null
  if (purpose === 'gallery' && !isSignedFor(context, imageId, memberId, wanted.signature)) return null
  if (visibility === 'original' || memberId === null) return plain
  const key = watermarkKey(context.secret, imageId, memberId)
  return { watermark: { key, code: visibility === 'visiblyWatermarked' ? watermarkCode(key) : null } }
}

/**
 * Shared caches may store a portrait for a day, so that one that was replaced or erased isn't found there for longer;
 * only the browser that may see it may store content. What operators may take from everybody stays in a browser for an
 * hour blurred, and until the end of its address otherwise.
 */
const cachingOf = ({ now }: Context, { kind, signature }: ImageQuery, { purpose }: ImageRecord): string => {
  if (kind === imageKinds.avatar) return `public, s-maxage=${daySec}, max-age=${yearSec}, immutable`
  if (purpose !== 'gallery') return `private, max-age=${yearSec}, immutable`
  const leftSec = signature ? signature.until - Math.floor(now() / 1_000) : blurredSec
  return `private, max-age=${Math.max(0, Math.min(leftSec, blurredSec))}`
}
