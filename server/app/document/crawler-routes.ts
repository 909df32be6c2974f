import { Hono } from 'hono'
import { messagePagePath } from '#domain/shell/page-head.ts'
import type { Config } from '#server/config/config.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { escapeHtml } from './head-html.ts'
import type { ListedMessages } from './listed-messages.ts'
import { publicPages } from './public-pages.ts'

const hourSec = 3_600

/**
 * What crawlers ask for: /robots.txt and /sitemap.xml. Portraits lie below /api, which no crawler reads, so that no
 * search for pictures has them. Pages with `noindex` stay readable, or nobody would see the mark.
 */
export const crawlerRoutes = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  listed: ListedMessages,
): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const caching = { 'cache-control': `public, max-age=${hourSec}` }
  const sitemap = publicUrl === undefined ? [] : [`Sitemap: ${publicUrl}/sitemap.xml`]
  app.get('/robots.txt', (c) =>
    c.text(['User-agent: *', 'Disallow: /api/', ...sitemap, ''].join('\n'), 200, caching),
  )
  if (publicUrl !== undefined)
    app.get('/sitemap.xml', async (c) => {
      const pages = (await listed()).map(({ name }) => messagePagePath(name))
      const entries = [...Object.keys(publicPages), ...pages].map(
        (path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`,
      )
      return c.body(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
        200,
        { ...caching, 'content-type': 'application/xml; charset=UTF-8' },
      )
    })
  return app
}
