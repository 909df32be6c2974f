import { Socket } from 'node:net'

/** What postgres.js hands to its `socket` option. */
interface Target {
  host: string[]
  port: number[]
  /** A unix socket's path, instead of host and port. */
  path?: string | false | undefined
}

/**
 * Makes postgres.js's sockets so that no query waits for ever.
 *
 * After a reset, Node tells of the error first and of the close a moment later. A query sent in between lands on
 * the dying connection, and postgres.js 3.4 forgets it when the close says that there was an error: its promise
 * never settles, and whoever awaits it stands still. A close that doesn't say so makes it reject what was sent.
 */
export function createDriverSockets(): (target: Target) => Socket {
  let opened = 0
  return ({ host, port, path }) => {
    const socket = new Socket()
    const emit = socket.emit.bind(socket)
    socket.emit = (event: string | symbol, ...rest: unknown[]) =>
      event === 'close' ? emit('close', false) : emit(event, ...rest)
    // Hosts of a list take turns, as postgres.js itself would have it.
    const turn = opened++ % host.length
    if (path) socket.connect(path)
    else socket.connect(port[turn] ?? 5432, host[turn] ?? 'localhost')
    // Where postgres.js looks for the name that a TLS certificate must carry.
    return Object.assign(socket, { host: host[turn], port: port[turn] })
  }
}
