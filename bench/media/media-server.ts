/**
 * Our media server in a process of its own: rooms as the product has them, with a seat, and so a meter, for each
 * watcher.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { Room } from '#adapters/media/embedded/rooms/room.ts'
import type { Endpoint } from '#adapters/media/embedded/transport/transport.ts'
import { holdUdpPort } from '#adapters/media/embedded/transport/udp-port.ts'
import { zeroReading } from '#adapters/media/port.ts'

/** As process.ts does. */
const tickEveryMs = 250
const fundedMs = 3_600_000

const bindAddress = '0.0.0.0'
const broadcasterId = 'broadcaster'
const endpoint: Endpoint = {
  bindAddress,
  udpPort: (await holdUdpPort(0, bindAddress)).udpPort,
  reportFault: (what, error) => console.error(what, error),
}
const rooms = new Map<string, Room>()
let seats = 0

const roomOf = (roomId: string): Room => {
  const open =
    rooms.get(roomId) ?? new Room({ roomId, kind: 'video', broadcasterId }, endpoint, () => undefined)
  rooms.set(roomId, open)
  return open
}

const publish = async (roomId: string, offer: string): Promise<string> =>
  (await roomOf(roomId).publish(broadcasterId, offer)).answerSdp

const subscribe = async (roomId: string, offer: string): Promise<string> => {
  seats += 1
  const seatId = `seat ${seats}`
  const paid = { fundedMs, unprovenMsMax: fundedMs, carried: zeroReading }
  const room = roomOf(roomId)
  room.openSeat({ seatId, roomId, payerId: seatId, payerSends: false, ...paid })
  return (await room.subscribe(seatId, offer)).answerSdp
}

const leave = (roomId: string): void => {
  rooms.get(roomId)?.close()
  rooms.delete(roomId)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

const server = createServer((request, response) => {
  const answer = async () => {
    const [, roomId = '', way] = request.url?.split('/') ?? []
    if (request.method === 'DELETE') return leave(roomId)
    const offer = await bodyOf(request)
    return way === 'publish' ? publish(roomId, offer) : subscribe(roomId, offer)
  }
  answer().then(
    (sdp) => response.writeHead(201).end(sdp),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
// The load's client would post on a connection that is being closed.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
setInterval(() => {
  for (const room of rooms.values()) room.tick(performance.now())
}, tickEveryMs)
process.on('disconnect', () => process.exit())
