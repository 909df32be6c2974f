import type { Server as HttpServer, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Follows the requests in progress of one HTTP server, so that a stop can let them finish. */
export interface RequestDrain {
  /** The same listener, with its requests counted. */
  follow(listener: RequestListener): RequestListener
  /**
   * From now on each answer closes its connection, so that the connections a proxy keeps for its next requests are
   * gone when the port closes. Everything else goes on.
   */
  announce(): void
  /** Accepts no more connections, then waits until every followed request has its answer, at most `boundMs`. */
  finish(boundMs: number): Promise<void>
  /** Destroys every remaining connection, including upgraded ones. */
  cut(): void
}

export const createRequestDrain = (http: HttpServer): RequestDrain => {
  const inProgress = new Set<ServerResponse>()
  const connections = new Set<Socket>()
  const allAnswered = Promise.withResolvers<void>()
  let isAnnounced = false
  let isFinishing = false
  http.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const closeAfterAnswer = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const resolveWhenAnswered = () => {
    if (isFinishing && inProgress.size === 0) allAnswered.resolve()
  }
  const announce = () => {
    isAnnounced = true
    for (const response of inProgress) closeAfterAnswer(response)
  }
  return {
    follow: (listener) => (request, response) => {
      inProgress.add(response)
      response.once('close', () => {
        inProgress.delete(response)
        resolveWhenAnswered()
      })
      if (isAnnounced) closeAfterAnswer(response)
      listener(request, response)
    },
    announce,
    finish: async (boundMs) => {
      announce()
      isFinishing = true
      // Also closes the connections that wait for their next request.
      http.close()
      resolveWhenAnswered()
      const timer = setTimeout(allAnswered.resolve, boundMs)
      await allAnswered.promise
      clearTimeout(timer)
    },
    cut: () => {
      for (const socket of connections) socket.destroy()
    },
  }
}
