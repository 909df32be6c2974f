import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import type { Viewer } from '../account/sessions.ts'
import { readToken } from '../calls/tokens.ts'
import type { Context } from '../context.ts'
import { isOwnOrigin } from '../http/same-origin.ts'

interface SocketData {
  viewer: Viewer
}

export type Sockets = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
type OwnSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

export const memberRoom = (memberId: string): string => `member:${memberId}`
export const sessionRoom = (sessionKey: string): string => `session:${sessionKey}`
export const callRoom = (callId: string): string => `call:${callId}`

/** Our own messages are tiny; anything larger is closed. */
const messageBytesMax = 16 * 1024
/** Messages a socket may send in ten seconds before it is closed. */
const messagesPerWindowMax = 100
const windowMs = 10_000

/** A socket belongs to a signed-in page of our own origin; a visitor has none. */
export const openSockets = (context: Context, http: HttpServer): Sockets => {
  const io: Sockets = new Server(http, {
    path: '/api/socket',
    serveClient: false,
    maxHttpBufferSize: messageBytesMax,
    transports: ['websocket', 'polling'],
    allowRequest: (request, decide) =>
      decide(null, isOwnOrigin(request.headers.origin, request.headers.host, context.config.publicUrl)),
  })
  io.use(async (socket, next) => {
    try {
      const viewer = await context.sessions.ofCookies(socket.request.headers.cookie)
      if (!viewer) return next(new Error('notLoggedIn'))
      socket.data.viewer = viewer
      next()
    } catch {
      next(new Error('serverFailure'))
    }
  })
  io.on('connection', (socket) => {
    const { viewer } = socket.data
    socket.join([memberRoom(viewer.memberId), sessionRoom(viewer.sessionKey)])
    limitFlood(socket, context)
    context.presence.opened(viewer.memberId)
    socket.on('disconnect', () => context.presence.closed(viewer.memberId))
    const beat = () => {
      context.presence
        .beat(viewer.memberId)
        .catch((error: unknown) =>
          context.log.error('presence-beat-failed', { memberId: viewer.memberId, error }),
        )
    }
    beat()
    socket.on('presence:beat', beat)
    socket.on('call:join', (input, answer) => {
      if (typeof answer !== 'function') return
      const claims =
        typeof input?.token === 'string' ? readToken(context.secret, input.token, context.now()) : null
      const fits =
        claims?.purpose === 'room' && claims.callId === input.callId && claims.memberId === viewer.memberId
      if (fits) socket.join(callRoom(claims.callId))
      answer(fits)
    })
  })
  // Pages that come back ask for what they missed; those whose session was revoked meanwhile don't come in again.
  context.events.onGap(() => {
    for (const socket of io.sockets.sockets.values()) socket.conn.close()
  })
  return io
}

const limitFlood = (socket: OwnSocket, context: Context): void => {
  let windowStart = context.now()
  let count = 0
  socket.use((_event, next) => {
    const now = context.now()
    if (now - windowStart >= windowMs) {
      windowStart = now
      count = 0
    }
    count += 1
    if (count > messagesPerWindowMax) {
      context.log.info('socket-flood', { memberId: socket.data.viewer.memberId })
      socket.disconnect(true)
      return
    }
    next()
  })
}
