import { Socket } from 'node:net'

/** The argument of postgres.js's `socket` option. */
interface Target {
  host: string[]
  port: number[]
  /** A unix socket's path, instead of host and port. */
  path?: string | false | undefined
}

/**
 * Creates postgres.js's sockets so that no query waits for ever, nor for the acknowledgement of a packet.
 *
 * After a reset, Node emits the error first and the close a moment later. A query sent in between goes to the dying
 * connection, and postgres.js 3.4 forgets it when the close says that there was an error: its promise never settles.
 * A close that doesn't say so makes the driver reject the query.
 */
export function createDriverSockets(): (target: Target) => Socket {
  let opened = 0
  return ({ host, port, path }) => {
    const socket = new Socket()
    // A COPY sends its rows and its end in two packets: the second would wait 40 ms until the first is acknowledged.
    socket.setNoDelay(true)
    const emit = socket.emit.bind(socket)
    socket.emit = (event: string | symbol, ...rest: unknown[]) =>
      event === 'close' ? emit('close', false) : emit(event, ...rest)
    // Hosts of a list take turns, as in postgres.js itself.
    const turn = opened++ % host.length
    if (path) socket.connect(path)
    else socket.connect(port[turn] ?? 5432, host[turn] ?? 'localhost')
    // postgres.js reads here the name that a TLS certificate must have.
    return Object.assign(socket, { host: host[turn], port: port[turn] })
  }
}
