import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { clientOf, type ServerEnv } from '../http/client-of.ts'
import { refused } from '../http/endpoint-routes.ts'
import { type ImageRequest, imageFormat, imageQuality, parseImageRequest } from './image-request.ts'
import { createVariants, variantName } from './variants.ts'

const yearSec = 31_536_000

const findImage = async (db: Db, wanted: ImageRequest): Promise<{ id: string; path: string } | null> => {
  const { rows } = await sql<{ id: string; path: string }>`
    SELECT id, path FROM image
    WHERE id = ${wanted.imageId} AND kind = 1
      AND (${wanted.ownerId}::text IS NULL OR owner_id = ${wanted.ownerId})`.execute(db)
  return rows[0] ?? null
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

/**
 * Pictures by image id, to be mounted at /api/img (specification 3, product.md 10). An image id always names the same picture, so an answer may
 * be kept for good; what it is encoded as depends on Accept and User-Agent.
 */
export const imageRoutes = (context: Context): Hono<ServerEnv> => {
  const variants = createVariants(context.config.dataDir)
  const app = new Hono<ServerEnv>()
  app.get('/:segment', async (c) => {
    const { isMobile } = clientOf(c, context.config.trustedProxyHops)
    const wanted = parseImageRequest(decoded(new URL(c.req.url).pathname.split('/').at(-1) ?? ''), isMobile)
    const image = wanted && (await findImage(context.db, wanted))
    if (!wanted || !image) return refused(c, 'notFound')

    const format = imageFormat(c.req.header('accept') ?? '', image.path.endsWith('.svg'))
    const variant = { size: wanted.size, quality: imageQuality(isMobile), format }
    const headers = {
      etag: `"${variantName(image.id, variant)}"`,
      'cache-control': `public, max-age=${yearSec}, immutable`,
      vary: 'Accept, User-Agent',
    }
    if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
    const picture = await variants.read(image, variant)
    if (!picture) {
      context.log.error('image-original-missing', { imageId: image.id })
      return refused(c, 'notFound')
    }
    return c.body(new Uint8Array(picture), 200, { ...headers, 'content-type': `image/${format}` })
  })
  return app
}
