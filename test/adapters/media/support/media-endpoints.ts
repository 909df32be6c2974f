import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MediaRefused, type MediaServer } from '#adapters/media/port.ts'

export interface MediaEndpoints {
  origin: string
  /** Rewrites the answers given to a participant from now on, for example to send the media through a relay. */
  rewriteAnswers(participantId: string, rewrite: (answer: string) => string): void
  close(): Promise<void>
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The WHIP and WHEP endpoints of a media server without anything around them: no accounts, no tokens. */
export const openMediaEndpoints = async (media: MediaServer): Promise<MediaEndpoints> => {
  const rewrites = new Map<string, (answer: string) => string>()

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [endpoint, roomId = '', participantId = '', resourceId = ''] = (request.url ?? '')
      .split('/')
      .slice(1)
    if (request.method === 'DELETE') {
      await media.closeResource(roomId, participantId, resourceId)
      response.writeHead(200).end()
    } else if (endpoint === 'whip' || endpoint === 'whep') {
      const offer = await read(request)
      const session =
        endpoint === 'whip'
          ? await media.publish(roomId, participantId, offer)
          : await media.subscribe(roomId, participantId, offer)
      const rewrite = rewrites.get(participantId) ?? ((sdp: string) => sdp)
      const location = `/resource/${roomId}/${participantId}/${session.resourceId}`
      response.writeHead(201, { 'content-type': 'application/sdp', location }).end(rewrite(session.answerSdp))
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>call</title>')
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof MediaRefused ? error.status : 500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    rewriteAnswers: (participantId, rewrite) => rewrites.set(participantId, rewrite),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
