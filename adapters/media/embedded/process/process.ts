/**
 * The media process: rooms behind one UDP port, moved by the app over the IPC channel. It ends with the app, however
 * the app ends. A process of its own, because a fault in native code must not end the app, and because the native
 * part aborts inside a worker thread.
 *
 * Its argument is `MediaProcessSettings` as JSON.
 */
import { type LineSession, type MediaEvent, MediaRefused, type MediaRoomSpec } from '../../port.ts'
import { EchoRoom } from '../rooms/echo-room.ts'
import { PreconnectedLines } from '../rooms/preconnected-lines.ts'
import { Room } from '../rooms/room.ts'
import { FeedSocket } from '../transport/feed-socket.ts'
import { openRelaySocket } from '../transport/relay-socket.ts'
import type { Endpoint } from '../transport/transport.ts'
import { holdUdpPort } from '../transport/udp-port.ts'
import {
  type AppMessage,
  type MediaAnswer,
  type MediaProcessMessage,
  type MediaProcessSettings,
  type MediaRequest,
  readingsEveryMs,
} from './ipc.ts'

const tickEveryMs = 250
/** Long enough for the library to end its connections. */
const endingMs = 100

const rooms = new Map<string, Room>()
const echoes = new Map<string, EchoRoom>()
let lines: PreconnectedLines | null = null

process.on('disconnect', () => end())
// A signal to the whole process group is meant for the app, which lets calls end first and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** The app may be gone at any moment; `disconnect` deals with that. */
const send = (message: MediaProcessMessage, sent: () => void = () => {}): void => {
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent()
}

const reportFault = (what: string, error: unknown): void =>
  send({
    type: 'fault',
    what,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })

const emit = (event: MediaEvent): void => send({ type: 'event', event })

const roomAt = (roomId: string): Room | EchoRoom | undefined => rooms.get(roomId) ?? echoes.get(roomId)

const roomOf = (roomId: string): Room | EchoRoom => {
  const room = roomAt(roomId)
  if (!room) throw new MediaRefused(404, 'no such room')
  return room
}

const preconnect = (
  preconnected: PreconnectedLines,
  { line, offerSdp }: Extract<MediaRequest, { type: 'preconnect' }>,
): Promise<LineSession> =>
  rooms.get(line.roomId)?.preconnectLate(line, offerSdp) ?? preconnected.preconnect(line, offerSdp)

const openedRoom = (spec: MediaRoomSpec, endpoint: Endpoint): Room => {
  const room = rooms.get(spec.roomId) ?? new Room(spec, endpoint, emit)
  rooms.set(spec.roomId, room)
  return room
}

const carryOut = async (
  request: MediaRequest,
  { endpoint, preconnected }: { endpoint: Endpoint; preconnected: PreconnectedLines },
): Promise<MediaAnswer> => {
  switch (request.type) {
    case 'openRoom': {
      const { room, seats, pages } = request
      const open = openedRoom(room, endpoint)
      open.broadcastHere(room)
      for (const seat of seats) open.openSeat(seat)
      return open.seatPages(preconnected.handOver(room.roomId, pages))
    }
    case 'preconnect':
      return preconnect(preconnected, request)
    case 'closeLine':
      preconnected.closePage(request.roomId, request.page)
      return null
    case 'closeLines':
      preconnected.close(request.roomId)
      return null
    case 'openSeat': {
      const room = rooms.get(request.seat.roomId)
      if (!room) throw new MediaRefused(404, 'no such room')
      room.openSeat(request.seat)
      return null
    }
    case 'followRoom': {
      const { room, feed } = request
      const open = openedRoom(room, endpoint)
      open.followElsewhere(feed)
      return null
    }
    case 'feedRoom':
      rooms.get(request.roomId)?.feed(request.key, request.ports)
      return null
    case 'publish':
      return roomOf(request.roomId).publish(request.participantId, request.offerSdp, request.kind)
    case 'subscribe':
      return roomOf(request.roomId).subscribe(request.participantId, request.offerSdp, request.kind)
    case 'closeResource':
      roomAt(request.roomId)?.closeResource(request.participantId, request.resourceId)
      return null
    case 'extendFunding':
    case 'limitFunding':
      rooms.get(request.roomId)?.[request.type](request.seatId, request.fundedMs)
      return null
    case 'setSending':
      rooms.get(request.roomId)?.setSending(request.sending)
      return null
    case 'setKind':
      return rooms.get(request.roomId)?.setKind(request.kind) ?? null
    case 'closeSeat':
      return rooms.get(request.roomId)?.closeSeat(request.seatId) ?? null
    case 'closeRoom': {
      const readings = rooms.get(request.roomId)?.close() ?? null
      rooms.delete(request.roomId)
      return readings
    }
    case 'openEcho':
      echoes.set(request.roomId, new EchoRoom(request.participantId, endpoint))
      return null
    case 'closeEcho':
      echoes.get(request.roomId)?.close()
      echoes.delete(request.roomId)
      return null
    case 'echoIdleness':
      return [...echoes].map(([roomId, echo]) => [roomId, echo.idleMs(performance.now())])
  }
}

const answer = async (
  { id, request }: AppMessage,
  place: { endpoint: Endpoint; preconnected: PreconnectedLines },
): Promise<void> => {
  try {
    send({ type: 'answer', id, answer: await carryOut(request, place) })
  } catch (error) {
    if (!(error instanceof MediaRefused)) reportFault(`request-${request.type}`, error)
    const { status, message } = error instanceof MediaRefused ? error : new MediaRefused(503, 'media fault')
    send({ type: 'refusal', id, status, message })
  }
}

const sendReadings = (): void =>
  send({ type: 'readings', readings: [...rooms.values()].flatMap((room) => room.readings()) })

const tick = (preconnected: PreconnectedLines): void => {
  const now = performance.now()
  preconnected.tick(now)
  for (const room of rooms.values()) room.tick(now)
  for (const echo of echoes.values()) echo.tick(now)
}

const end = (): void => {
  lines?.closeAll()
  for (const room of rooms.values()) room.close()
  for (const echo of echoes.values()) echo.close()
  setTimeout(() => process.exit(0), endingMs)
}

const serve = (endpoint: Endpoint): void => {
  const preconnected = new PreconnectedLines(endpoint)
  lines = preconnected
  process.on('message', (message: AppMessage) => void answer(message, { endpoint, preconnected }))
  setInterval(() => tick(preconnected), tickEveryMs)
  setInterval(sendReadings, readingsEveryMs)
  send({ type: 'ready', udpPort: endpoint.udpPort, feedPort: endpoint.feeds?.port ?? 0 })
  // The app may have gone before anybody here listened for it.
  if (!process.connected) end()
}

const listen = async ({ relayPort, ...place }: MediaProcessSettings): Promise<Endpoint> => {
  const { udpPort } = await holdUdpPort(place.udpPort, place.bindAddress)
  const feeds = await FeedSocket.open(reportFault)
  const media = { ...place, udpPort }
  const relaySocket = relayPort === undefined ? null : await openRelaySocket(relayPort, media, reportFault)
  return { ...media, relaySocket, feeds, reportFault }
}

try {
  serve(await listen(JSON.parse(process.argv[2] ?? '') as MediaProcessSettings))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  send({ type: 'failed', message }, () => process.exit(1))
}
