import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** Carries messages between two pages: `POST /to/<name>`, heard at `GET /events/<name>` as server-sent events. */
export const openSignalServer = async (): Promise<{ url: string; close(): void }> => {
  const listeners = new Map<string, ServerResponse>()
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [channel = '', name = ''] = (request.url ?? '').split('/').slice(1)
    if (request.method === 'POST') {
      let message = ''
      for await (const chunk of request) message += chunk
      listeners.get(name)?.write(`data: ${message}\n\n`)
      response.writeHead(204).end()
    } else if (channel === 'events') {
      listeners.set(name, response)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.flushHeaders()
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>bare</title>')
    }
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : 0}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
