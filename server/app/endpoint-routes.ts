import type { Hono, Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { refused } from '#server/http/refused.ts'
import { bodyBytesMax, endpointGuards, isJson, parseJson, type Sent } from './endpoint-access.ts'

type Answer = HonoContext<ServerEnv>

/** Refuses a method, and names those that the path has (RFC 9110, 15.5.6). */
const notAllowed = (c: Answer, methods: readonly string[]) => {
  c.header('allow', methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', '))
  return refused(c, 'methodNotAllowed')
}

const methodsOfRoutes = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * For a request that matched no route: 405 where the path has routes of other methods, null where it has none. Routes
 * for all methods, such as middleware, don't count as routes of the path.
 */
export const refusedMethod = (app: Hono<ServerEnv>, c: Answer) => {
  const methods = methodsOfRoutes.filter((method) =>
    app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
  )
  const requestedMethod = c.req.method === 'HEAD' ? 'GET' : c.req.method
  // A route of this method passed the request on: there is nothing at this path.
  return methods.length === 0 || methods.some((method) => method === requestedMethod)
    ? null
    : notAllowed(c, methods)
}

/** The JSON of a request body, or the code of the refusal of an invalid one. */
const readJson = async (c: Answer): Promise<Sent> => {
  const contentType = c.req.header('content-type')
  if (!isJson(contentType)) return { code: 'malformedBody' }
  if (Number(c.req.header('content-length') ?? 0) > bodyBytesMax) return { code: 'bodyTooLarge' }
  const text = await c.req.text()
  return text.length > bodyBytesMax ? { code: 'bodyTooLarge' } : parseJson(contentType, text)
}

/** Mounts every endpoint of the contract on its handler. Routes hold no rules. */
export const mountEndpoints = (app: Hono<ServerEnv>, context: Context, handlers: Handlers): void => {
  for (const guard of endpointGuards(context, handlers)) {
    app.on(guard.method, guard.path, async (c) => {
      const { status, body, cookies } = await guard.answer({
        cookie: c.req.header('cookie'),
        read: async () => (guard.method === 'POST' ? readJson(c) : { body: c.req.query() }),
        client: () => clientOf(c, context.config.trustedProxyHops),
      })
      for (const cookie of cookies ?? []) c.header('set-cookie', cookie, { append: true })
      return c.json(body, status as ContentfulStatusCode)
    })
    // The sign-in routes, under whose path two endpoints lie, would answer the other methods.
    app.all(guard.path, (c) => notAllowed(c, [guard.method]))
  }
}
