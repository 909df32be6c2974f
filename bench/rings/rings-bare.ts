/**
 * The reference: bare `node:http` that passes each posted body to one of thousands of WebSockets, with neither
 * accounts nor a database. It writes the frames of RFC 6455 by hand, because a library would add work.
 */
import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const pages = new Map<string, Duplex>()

/** One unmasked text frame of less than 64 KB. */
const frameOf = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const head = Buffer.from(payload.length < 126 ? [0x81, payload.length] : [0x81, 126, 0, 0])
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { to, ring } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; ring: unknown }
  pages.get(to)?.write(frameOf(JSON.stringify(ring)))
  response.end('{"type":"success"}')
})
server.on('upgrade', (request, socket) => {
  const accept = hash('sha1', `${request.headers['sec-websocket-key']}${magic}`, 'base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.on('error', () => socket.destroy())
  socket.on('data', () => undefined)
  pages.set((request.url ?? '').slice(1), socket)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
