import { readFile } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Context } from '#server/context.ts'
import { createDocuments } from './document/documents.ts'
import type { WebPages } from './web-pages.ts'

export interface DevPages extends WebPages {
  close(): Promise<void>
}

const template = fileURLToPath(new URL('../../web/index.html', import.meta.url))
const config = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))

/** Touching the body makes it a real response: the adapter would write out its own light kind, mark or not. */
const alreadySent = (): Response => {
  const response = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  void response.body
  return response
}

/** Vite as a middleware of our own server: pages and modules come hot from the sources. Development only. */
export const devPages = async (context: Context, http: HttpServer): Promise<DevPages> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: config,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: http, path: '/__hmr' } },
  })
  const documents = createDocuments(context)
  return {
    inlineScripts: [],
    mount: (app) => {
      app.route('/', documents.crawlers)
      app.use(async (c, next) => {
        const { incoming, outgoing } = c.env
        const isHandled = await new Promise<boolean>((resolve) => {
          outgoing.once('close', () => resolve(true))
          vite.middlewares(incoming, outgoing, () => resolve(false))
        })
        if (isHandled) return alreadySent()
        await next()
        return undefined
      })
      app.get('*', async (c) => {
        const html = await vite.transformIndexHtml(c.req.path, await readFile(template, 'utf8'))
        return documents.page(c, html)
      })
    },
    close: () => vite.close(),
  }
}
