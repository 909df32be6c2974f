import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import type { EndpointRequest, RequestAsVisitor } from '#contract/core/rendered-page.ts'
import type { Context } from '#server/context.ts'
import type { Client } from '#server/http/handlers.ts'
import { handlers } from '../all-handlers.ts'
import { endpointGuards, type IncomingRequest } from '../endpoint-access.ts'

/** The limits of endpoints that a page asks for are far above what rendering asks, which is kept for seconds. */
const nobody: Client = { address: '', userAgent: '', isMobile: false, host: '' }

/** Who sends the request: the cookie and the client. */
export type Requester = Omit<IncomingRequest, 'read'>
export type RequestAs = (requester: Requester) => EndpointRequest

/** Through the endpoints themselves, so that their access and their rules hold for what a page brings along. */
export const createRequestAs = (context: Context): RequestAs => {
  const guards = new Map(endpointGuards(context, handlers).map((guard) => [guard.path, guard]))
  return (requester) =>
    async <E extends EndpointSpec>(endpoint: E, input: RequestOf<E>) => {
      const guard = guards.get(endpoint.path)
      if (!guard) throw new Error(`No endpoint answers at ${endpoint.path}`)
      const { status, body } = await guard.answer({ ...requester, read: () => ({ body: input }) })
      if (status !== 200) throw new Error(`${endpoint.path} answered ${status}`)
      return body as OutputOf<E>
    }
}

export const requestAsVisitor = (requestAs: RequestAs): RequestAsVisitor =>
  requestAs({ cookie: undefined, client: () => nobody, isOwn: true })
