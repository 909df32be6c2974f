import type { Server as HttpServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createRequestDrain, type RequestDrain } from '#server/http/request-drain.ts'
import type { Sockets } from '#server/realtime/socket-rooms.ts'
import { fanOut } from '#server/sockets/fan-out.ts'
import { openSockets } from '#server/sockets/sockets.ts'
import { createHttpListener } from './http-listener.ts'
import { builtPages, type WebPages } from './web-pages.ts'

const presenceSweepEveryMs = 5_000
/** A page gives up on a request after 10 s. */
const requestsPatienceMs = 10_000
/** An active page answers a closing socket at once; a sleeping one never does. */
const socketsPatienceMs = 500

export interface OpenHttp {
  http: HttpServer
  io: Sockets
  /** From now on each answer closes its connection; everything else goes on. */
  announceStop(): void
  /** Lets the requests in progress finish, then closes the sockets. */
  close(): Promise<void>
}

/** The HTTP server with its pages, its API and its sockets; it doesn't listen yet. */
export const openHttp = async (context: Context, web: string | 'dev' | null): Promise<OpenHttp> => {
  const http = createHttpServer()
  const drain = createRequestDrain(http)
  const { pages, closePages } = await openPages(context, http, web)
  http.on('request', drain.follow(createHttpListener(context, pages)))
  const io = openSockets(context, http)
  const stopFanOut = fanOut(context, io)
  const sweep = setInterval(() => {
    context.presence.sweep().catch((error: unknown) => context.log.error('presence-sweep-failed', { error }))
  }, presenceSweepEveryMs)
  return {
    http,
    io,
    announceStop: () => drain.announce(),
    close: async () => {
      clearInterval(sweep)
      await drain.finish(requestsPatienceMs)
      stopFanOut()
      await closeSockets(io, drain)
      await context.presence.stop()
      await closePages()
    },
  }
}

const openPages = async (
  context: Context,
  http: HttpServer,
  web: string | 'dev' | null,
): Promise<{ pages: WebPages | null; closePages(): Promise<void> }> => {
  const nothing = async () => undefined
  if (web === null) return { pages: null, closePages: nothing }
  if (web !== 'dev') return { pages: await builtPages(context, web), closePages: nothing }
  const { devPages } = await import('./dev-pages.ts')
  const pages = await devPages(context, http)
  return { pages, closePages: () => pages.close() }
}

/** Closes the sockets, and waits briefly for the pages' answers. */
const closeSockets = async (io: Sockets, drain: RequestDrain): Promise<void> => {
  const closed = io.close()
  await Promise.race([closed, delay(socketsPatienceMs)])
  drain.cut()
  await closed
}
