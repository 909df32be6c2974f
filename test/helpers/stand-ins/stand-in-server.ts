import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandInRequest {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The parsed JSON body; undefined without one. */
  body: Record<string, unknown> | undefined
}

export interface StandInAnswer {
  status: number
  body: unknown
}

/** How a request fails; `answerLost` and `silent` are executed first. */
export type StandInFailure = 'answerLost' | 'silent' | 'down'

interface StandInServer {
  url: string
  /** The next request that fits fails in this way. */
  failNext(failure: StandInFailure, fits: (request: StandInRequest) => boolean): void
  /** Every request is answered 500, and nothing is done. */
  isDown: boolean
  /** Requests that the service's documentation doesn't contain; a test ends with none. */
  undocumented: string[]
  close(): Promise<void>
}

/**
 * A local HTTP server in place of an outside service. `handle` returns undefined for what isn't documented.
 */
export const openStandIn = async (
  handle: (request: StandInRequest) => StandInAnswer | undefined,
): Promise<StandInServer> => {
  let planned: { failure: StandInFailure; fits: (request: StandInRequest) => boolean } | undefined
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming)
    const failure = planned?.fits(request) ? planned.failure : undefined
    if (failure) planned = undefined
    if (standIn.isDown || failure === 'down') {
      outgoing.writeHead(500).end('down')
      return
    }
    const answer = handle(request)
    if (!answer) standIn.undocumented.push(`${request.method} ${request.path}`)
    if (failure === 'answerLost') incoming.socket.destroy()
    if (failure) return
    outgoing.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(answer?.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: StandInServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failNext: (failure, fits) => {
      planned = { failure, fits }
    },
    isDown: false,
    undocumented: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

const read = async (incoming: IncomingMessage): Promise<StandInRequest> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stand-in')
  const method = incoming.method ?? ''
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  }
}
