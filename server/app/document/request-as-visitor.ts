import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import type { RequestAsVisitor } from '#contract/core/rendered-page.ts'
import type { Context } from '#server/context.ts'
import type { Client } from '#server/http/handlers.ts'
import { handlers } from '../all-handlers.ts'
import { endpointGuards } from '../endpoint-access.ts'

/** The limits of endpoints that a page asks for are far above what rendering asks, which is kept for seconds. */
const nobody: Client = { address: '', userAgent: '', isMobile: false, host: '' }

/** Through the endpoints themselves, so that their access and their rules hold for what a page brings along. */
export const createRequestAsVisitor = (context: Context): RequestAsVisitor => {
  const guards = new Map(endpointGuards(context, handlers).map((guard) => [guard.path, guard]))
  return async <E extends EndpointSpec>(endpoint: E, input: RequestOf<E>) => {
    const guard = guards.get(endpoint.path)
    if (!guard) throw new Error(`No endpoint answers at ${endpoint.path}`)
    const { status, body } = await guard.answer({
      cookie: undefined,
      read: () => ({ body: input }),
      client: () => nobody,
      isOwn: true,
    })
    if (status !== 200) throw new Error(`${endpoint.path} answered ${status}`)
    return body as OutputOf<E>
  }
}
