import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createDocuments } from './document/documents.ts'
import { watchLoop } from './document/render-budget.ts'

/** What serves the pages: the built files, or Vite while developing. */
export interface WebPages {
  mount(app: Hono<ServerEnv>): void
  /** CSP sources of the scripts that are in the page itself, such as the one that sets the theme before paint. */
  inlineScripts: readonly string[]
}

const isPage = (c: HonoContext): boolean => !path.posix.extname(c.req.path)

/** `.sources` and `.vite` belong to the build, not to the pages. */
const isHidden = (c: HonoContext): boolean => c.req.path.includes('/.')

/** What compresses well was compressed when it was built (scripts/web-build/compress-files.ts). */
const compressibleFile = /\.(?:js|css|svg|json|webmanifest|html|txt)$/

/**
 * Serves what the build made: hashed files, stickers and presents for a year, the page, worker and manifest always fresh. Files
 * are sent as the build compressed them; only the page, which holds the viewer's data, is compressed per request.
 */
export const builtPages = async (
  context: Context,
  folder: string,
  loopShare = watchLoop(),
): Promise<WebPages> => {
  const template = await readFile(path.join(folder, 'index.html'), 'utf8')
  const root = path.relative(process.cwd(), folder) || '.'
  const documents = createDocuments(context, { folder, loopShare })
  const files = serveStatic<ServerEnv>({ root, precompressed: true })
  return {
    inlineScripts: inlineScriptSources(template),
    mount: (app) => {
      app.route('/', documents.crawlers)
      for (const lasting of ['/assets/*', '/stickers/*', '/presents/*'])
        app.use(lasting, async (c, next) => {
          await next()
          if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable')
        })
      for (const changing of ['/sw.js', '/offline.js', '/manifest.webmanifest'])
        app.use(changing, async (c, next) => {
          await next()
          c.header('cache-control', 'no-cache')
        })
      app.get('*', async (c, next) => {
        if (isPage(c) || isHidden(c)) return next()
        if (compressibleFile.test(c.req.path)) c.header('vary', 'accept-encoding')
        return files(c, next)
      })
      app.get('*', compress(), async (c, next) => {
        if (!isPage(c)) return next()
        return documents.page(c, template)
      })
    },
  }
}

const inlineScriptSources = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
