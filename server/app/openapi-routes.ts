import { Hono } from 'hono'
import { areas } from '#contract/index.ts'
import { openApiOf } from '#contract/openapi.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'

/** The OpenAPI document, built at the first request. */
export const openApiRoutes = ({ config }: Pick<Context, 'config'>): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  let text: string | null = null
  app.get('/', (c) => {
    text ??= JSON.stringify(openApiOf(areas, { name: 'Koyoi', email: config.supportMail }))
    return c.body(text, 200, { 'content-type': 'application/json' })
  })
  return app
}
