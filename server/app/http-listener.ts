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
  const guards = new Map(
    endpointGuards(context, handlers)
      .filter((guard) => guard.method === 'POST')
      .map((guard) => [guard.path, guard]),
  )
  const answerHeaders = fixedHeaders(context, web)
  return (incoming, outgoing) => {
    const guard = incoming.method === 'POST' ? guards.get(incoming.url ?? '') : undefined
    const headers = guard && plainHeadersOf(incoming.rawHeaders)
    if (!guard || !headers || Number(headers.contentLength) > bodyBytesMax) {
      void throughApp(incoming, outgoing)
      return
    }
    readText(incoming, (text) => {
      void answer(context, guard, incoming, headers, text).then((given) =>
        writeAnswer(outgoing, answerHeaders, given),
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
  guard: EndpointGuard,
  incoming: IncomingMessage,
  headers: PlainHeaders,
  text: string,
): Promise<Answer> => {
  if (!isOwnOrigin(headers.origin, headers.host, context.config.publicUrl))
    return refusedAnswer('foreignOrigin')
  try {
    return await guard.answer({
      cookie: headers.cookie,
      read: () => parseJson(headers.contentType, text),
      client: () => clientOfIncoming(incoming, context.config.trustedProxyHops),
    })
  } catch (error) {
    const { method } = incoming
    return refusedAnswer(refusalOfFailure(context.log, { method, path: guard.path }, error))
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

const writeAnswer = (
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
