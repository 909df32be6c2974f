import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Context } from '../context.ts'
import { handlers } from './all-handlers.ts'
import { createHttpApp } from './app.ts'
import { clientOfIncoming } from './client-of.ts'
import {
  type Answer,
  type Asked,
  bodyBytesMax,
  type EndpointDoor,
  endpointDoors,
  isJson,
  parseJson,
  refusedAnswer,
} from './endpoint-doors.ts'
import { isOwnOrigin } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import type { WebPages } from './web-pages.ts'

/**
 * The HTTP side of the product on `node:http`. A plain JSON POST to an endpoint, as every open page polls, goes
 * straight to its door: Hono's Request and Response objects would cost five times what the answer does
 * (`npm run bench -- poll`). Everything else, and whatever is odd about such a POST, goes through the Hono app, whose
 * same doors it also has; test/api/http-listener.test.ts holds both to the same answers.
 */
export const createHttpListener = (context: Context, web: WebPages | null): RequestListener => {
  const throughApp = getRequestListener(createHttpApp(context, web).fetch)
  const doors = new Map(
    endpointDoors(context, handlers)
      .filter((door) => door.method === 'POST')
      .map((door) => [door.path, door]),
  )
  const headers = fixedHeaders(context, web)
  return (incoming, outgoing) => {
    const door = incoming.method === 'POST' ? doors.get(incoming.url ?? '') : undefined
    if (!door || !hasPlainBody(incoming)) {
      void throughApp(incoming, outgoing)
      return
    }
    void answer(context, door, incoming).then(({ status, body }) => tell(outgoing, status, headers, body))
  }
}

const fixedHeaders = (context: Context, web: WebPages | null): readonly string[] =>
  Object.entries({
    ...securityHeaders(context.config, web?.inlineScripts ?? []),
    'cache-control': 'no-store',
    'content-type': 'application/json',
  }).flat()

/** Of a length that is said beforehand, and fits. */
const hasPlainBody = ({ headers }: IncomingMessage): boolean => {
  const length = headers['content-length']
  return length !== undefined && headers['transfer-encoding'] === undefined && Number(length) <= bodyBytesMax
}

const answer = async (context: Context, door: EndpointDoor, incoming: IncomingMessage): Promise<Answer> => {
  const { headers } = incoming
  if (!isOwnOrigin(headers.origin, headers.host, context.config.publicUrl))
    return refusedAnswer('foreignOrigin')
  const asked: Asked = {
    cookie: headers.cookie,
    read: async () => {
      const contentType = headers['content-type']
      if (!isJson(contentType)) return { code: 'malformedBody' }
      return parseJson(contentType, await textOf(incoming))
    },
    client: () => clientOfIncoming(incoming, context.config.trustedProxyHops),
  }
  try {
    return await door.answer(asked)
  } catch (error) {
    context.log.error('request-failed', { method: incoming.method, path: door.path, error })
    return refusedAnswer('serverFailure')
  }
}

/** A request that breaks off never ends; nobody waits for its answer, and it is collected with its socket. */
const textOf = (incoming: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })

const tell = (outgoing: ServerResponse, status: number, headers: readonly string[], body: object): void => {
  const text = JSON.stringify(body)
  outgoing.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(text))])
  outgoing.end(text)
}
