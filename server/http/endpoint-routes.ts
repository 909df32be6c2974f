import type { Hono, Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { EndpointSpec } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { type RefusalCode, refusalBody, refusals } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { clientOf, type ServerEnv } from './client-of.ts'
import type { Handlers, Request } from './handlers.ts'

/** Our own bodies are small; pictures have doors of their own. */
export const bodyBytesMax = 64 * 1024

type Answer = HonoContext<ServerEnv>

export const refused = (c: Answer, code: RefusalCode) =>
  c.json(refusalBody(code), refusals[code].status as ContentfulStatusCode)

/** The JSON of a request body; a refusal code when it is none of ours. */
const readJson = async (c: Answer): Promise<{ body: unknown } | { code: RefusalCode }> => {
  if (!(c.req.header('content-type') ?? '').toLowerCase().startsWith('application/json'))
    return { code: 'malformedBody' }
  if (Number(c.req.header('content-length') ?? 0) > bodyBytesMax) return { code: 'bodyTooLarge' }
  const text = await c.req.text()
  if (text.length > bodyBytesMax) return { code: 'bodyTooLarge' }
  try {
    return { body: text === '' ? {} : JSON.parse(text) }
  } catch {
    return { code: 'malformedBody' }
  }
}

/** Mounts every endpoint of the contract on its handler. Routes hold no rules. */
export const mountEndpoints = (app: Hono<ServerEnv>, context: Context, handlers: Handlers): void => {
  for (const [name, spec] of Object.entries(endpoints) as [keyof Handlers, EndpointSpec][]) {
    const handler = handlers[name] as (request: Request<EndpointSpec>) => Promise<unknown>
    app.on(spec.method, spec.path, async (c) => {
      const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
      if (spec.access === 'session' && !viewer) return refused(c, 'notLoggedIn')
      const read = spec.method === 'POST' ? await readJson(c) : { body: c.req.query() }
      if ('code' in read) return refused(c, read.code)
      const input = spec.input.safeParse(read.body)
      if (!input.success) return refused(c, 'badInput')
      const client = clientOf(c, context.config.trustedProxyHops)
      const answer = await handler({ context, viewer: viewer as never, client, input: input.data })
      return isRefusal(answer) ? refused(c, answer.refused) : c.json(answer as object)
    })
    app.all(spec.path, (c) => refused(c, 'methodNotAllowed'))
  }
}
