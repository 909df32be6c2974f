import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  origin: string
  close(): Promise<void>
}

/** How long an app may take to accept a connection before the next one is tried. */
const connectTimeoutMs = 1_000

/**
 * Stands in front of several processes of the app: each connection goes to any of them, and to another one when that
 * is gone. A connection whose process dies breaks.
 */
export const openProxy = async (ports: readonly number[]): Promise<Proxy> => {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer(async (client) => {
    track(open, client)
    client.on('error', () => client.destroy())
    turn += 1
    const upstream = await connectUpstream(ports, turn)
    if (!upstream || client.destroyed) {
      upstream?.destroy()
      client.destroy()
      return
    }
    track(open, upstream)
    upstream.on('error', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const track = (open: Set<Socket>, socket: Socket): void => {
  open.add(socket)
  socket.once('close', () => open.delete(socket))
}

/** A connection to the next process in turn, or to the one after it that is there. */
const connectUpstream = async (ports: readonly number[], turn: number): Promise<Socket | null> => {
  for (let tries = 0; tries < ports.length; tries += 1) {
    const socket = connect(ports[(turn + tries) % ports.length] ?? 0, '127.0.0.1')
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(connectTimeoutMs) })
      return socket
    } catch {
      socket.destroy()
    }
  }
  return null
}
