import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RawRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** `hang`: the request is read and never answered. A body is sent as JSON, a Buffer as it is. */
export type RawAnswer = { status: number; headers?: Record<string, string>; body?: unknown } | 'hang'

interface RawStandIn {
  url: string
  close(): Promise<void>
}

/** A local HTTP server in place of a service whose bodies aren't JSON. */
export const openRawStandIn = async (
  handle: (request: RawRequest) => RawAnswer | Promise<RawAnswer>,
): Promise<RawStandIn> => {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = incoming
    const answer = await handle({ method, path, headers, body: Buffer.concat(chunks) })
    if (answer === 'hang') return
    outgoing.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    outgoing.end(bytesOf(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const bytesOf = (body: unknown): Buffer | string => {
  if (body === undefined) return ''
  return Buffer.isBuffer(body) ? body : JSON.stringify(body)
}
