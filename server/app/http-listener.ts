import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Context } from '#server/context.ts'
import { clientOfIncoming } from '#server/http/client-of.ts'
import { refusalOfFailure } from '#server/http/failed-request.ts'
import { type PlainHeaders, plainHeadersOf } from '#server/http/plain-headers.ts'
import { isOwnOrigin } from '#server/http/same-origin.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { handlers } from './all-handlers.ts'
import { createHttpApp } from './app.ts'
import {
  type Answer,
  bodyBytesMax,
  type EndpointGuard,
  endpointGuards,
  parseJson,
  refusedAnswer,
} from './endpoint-access.ts'
import type { WebPages } from './web-pages.ts'

/**
 * The HTTP side of the product on `node:http`. A plain JSON POST to an endpoint, as every open page polls, goes
 * straight to the endpoint: Hono's Request and Response objects would cost five times what the answer does
 * (`npm run bench -- poll`). Every other request, and any unusual POST, goes through the Hono app, which has the same
 * endpoints; test/api/platform/http-listener.test.ts holds both to the same answers.
 */
export const createHttpListener = (context: Context, web: WebPages | null): RequestListener => {
  const throughApp = getRequestListener(createHttpApp(context, web).fetch)
  const doors = new Map(
    endpointGuards(context, handlers)
      .filter((door) => door.method === 'POST')
      .map((door) => [door.path, door]),
  )
  const answerHeaders = fixedHeaders(context, web)
  return (incoming, outgoing) => {
    const door = incoming.method === 'POST' ? doors.get(incoming.url ?? '') : undefined
    const headers = door && plainHeadersOf(incoming.rawHeaders)
    if (!door || !headers || Number(headers.contentLength) > bodyBytesMax) {
      void throughApp(incoming, outgoing)
      return
    }
    readText(incoming, (text) => {
      void answer(context, door, incoming, headers, text).then((given) =>
        tell(outgoing, answerHeaders, given),
      )
    })
  }
}

const fixedHeaders = (context: Context, web: WebPages | null): readonly string[] =>
  Object.entries({
    ...securityHeaders(context.config, web?.inlineScripts ?? []),
    'cache-control': 'no-store',
    'content-type': 'application/json',
  }).flat()

const answer = async (
  context: Context,
  door: EndpointGuard,
  incoming: IncomingMessage,
  headers: PlainHeaders,
  text: string,
): Promise<Answer> => {
  if (!isOwnOrigin(headers.origin, headers.host, context.config.publicUrl))
    return refusedAnswer('foreignOrigin')
  try {
    return await door.answer({
      cookie: headers.cookie,
      read: () => parseJson(headers.contentType, text),
      client: () => clientOfIncoming(incoming, context.config.trustedProxyHops),
    })
  } catch (error) {
    const { method } = incoming
    return refusedAnswer(refusalOfFailure(context.log, { method, path: door.path }, error))
  }
}

/** For an interrupted request `done` is never called: it is collected with its socket. */
const readText = (incoming: IncomingMessage, done: (text: string) => void): void => {
  let body: Buffer | null = null
  incoming.on('data', (chunk: Buffer) => {
    body = body === null ? chunk : Buffer.concat([body, chunk])
  })
  incoming.on('end', () => done(body === null ? '' : body.toString()))
}

const tell = (
  outgoing: ServerResponse,
  headers: readonly string[],
  { status, body, cookies }: Answer,
): void => {
  const text = JSON.stringify(body)
  const all = [...headers, 'content-length', String(Buffer.byteLength(text))]
  for (const cookie of cookies ?? []) all.push('set-cookie', cookie)
  outgoing.writeHead(status, all)
  outgoing.end(text)
}
