import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server } from 'socket.io'
import type { Context } from '#server/context.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { holdEventsToContract } from '#server/realtime/outgoing-events.ts'
import {
  type Connection,
  memberRoom,
  type OwnSocket,
  type Sockets,
  sessionRoom,
} from '#server/realtime/socket-rooms.ts'
import { createCallSending, openCallRoomTo } from './call-room.ts'
import { type ChatTyping, createChatTyping } from './chat-typing.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { limitPackets } from './packet-limit.ts'
import { openPresenceTo } from './presence-watch.ts'
import { openTimelineTo } from './timeline-posts.ts'

/**
 * The largest of our own messages, a list of watched people, has about 3 KB; a larger one closes the
 * connection.
 */
const messageBytesMax = 16 * 1024
/** A connection whose page doesn't open its socket by then is closed. */
const connectTimeoutMs = 10_000

/**
 * How a socket ends that its page closed: the tab, a killed browser, a session signed out. Unanswered pings
 * and sockets that we closed don't count: those pages may reconnect.
 */
const leftReasons: ReadonlySet<string> = new Set([
  'transport close',
  'transport error',
  'client namespace disconnect',
  'server namespace disconnect',
])

/** A socket belongs to a signed-in page of our own origin; a visitor has none. */
export const openSockets = (context: Context, http: HttpServer): Sockets => {
  const admission = createConnectionLimit(context)
  const io: Sockets = new Server(http, {
    path: '/api/socket',
    serveClient: false,
    maxHttpBufferSize: messageBytesMax,
    connectTimeout: connectTimeoutMs,
    transports: ['websocket', 'polling'],
    allowRequest: admission.allowRequest,
  })
  holdEventsToContract(io, context.config.mode)
  io.engine.generateId = admission.idFor
  const headers = { ...securityHeaders(context.config, []), 'cache-control': 'no-store' }
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    next()
  })
  io.engine.use(admission.checkRequest)
  io.engine.on('connection', (connection: Connection) => {
    const memberId = admission.enter(connection)
    if (memberId === null) return
    limitPackets(connection, context.now, () => context.log.info('socket-flood', { memberId }))
  })
  const typing = createChatTyping(context)
  const receiveSending = createCallSending(context)
  http.on('close', () => typing.stop())
  const inUse = new WeakSet<Connection>()
  io.use(async (socket, next) => {
    try {
      // The session may have been revoked since the handshake.
      const viewer = await context.sessions.ofCookies(socket.request.headers.cookie)
      if (!viewer) return next(new Error('notLoggedIn'))
      if (inUse.has(socket.conn)) return next(new Error('alreadyOpen'))
      inUse.add(socket.conn)
      socket.data.viewer = viewer
      next()
    } catch {
      next(new Error('serverFailure'))
    }
  })
  io.on('connection', (socket) => {
    socket.on('disconnect', () => inUse.delete(socket.conn))
    welcome(context, socket, typing)
    receiveSending(socket)
  })
  // Pages that reconnect ask for what they missed; those whose session was revoked meanwhile are refused.
  context.events.onGap(() => {
    for (const socket of io.sockets.sockets.values()) socket.conn.close()
  })
  return io
}

const welcome = (context: Context, socket: OwnSocket, typing: ChatTyping): void => {
  const { memberId, sessionKey } = socket.data.viewer
  socket.join([memberRoom(memberId), sessionRoom(sessionKey)])
  const { presence } = context
  const logged = (written: Promise<void>) => {
    written.catch((error: unknown) => context.log.error('presence-not-written', { memberId, error }))
  }
  logged(presence.opened(memberId))
  socket.on('presence:beat', () => logged(presence.beat(memberId)))
  socket.on('disconnect', (reason) =>
    logged(presence.closed(memberId, leftReasons.has(reason) ? 'left' : 'lost')),
  )
  openCallRoomTo(context, socket)
  openPresenceTo(context, socket)
  openTimelineTo(socket)
  typing.openTo(socket)
}
