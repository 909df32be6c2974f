import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * A network between browsers and the media port, which tests can break and restore: each client has its own socket. It has a
 * thread of its own, because a test that is busy for seconds would stop the packets of all lines.
 */
export interface UdpRelay {
  /** The port on 127.0.0.1 that clients send to. */
  port: number
  /**
   * Loses every packet, both ways, until `resume`. With `sparing` it loses only those of other clients: the
   * names are ICE user fragments of the server's answers to the spared clients.
   */
  drop(sparing?: readonly string[]): void
  resume(): void
  /** As when the network changes: existing sockets lead nowhere any more; new ones work. */
  rebind(): void
  close(): Promise<void>
}

interface Way {
  upstream: Socket
  isCut: boolean
  /** The server's user fragment of its last connectivity check. */
  name: string | null
}

const stunMagic = 0x2112a442
const usernameType = 0x0006

/** The receiver's fragment in the username of a STUN request (RFC 8445, 7.2.2); null for anything else. */
const nameIn = (packet: Buffer): string | null => {
  if (packet.length < 20 || packet.readUInt16BE(0) !== 1 || packet.readUInt32BE(4) !== stunMagic) return null
  for (let at = 20; at + 4 <= packet.length; ) {
    const length = packet.readUInt16BE(at + 2)
    if (packet.readUInt16BE(at) === usernameType)
      return packet.toString('utf8', at + 4, at + 4 + length).split(':')[0] ?? null
    at += 4 + Math.ceil(length / 4) * 4
  }
  return null
}

type Order = { type: 'drop'; sparing: readonly string[] } | { type: 'resume' } | { type: 'rebind' }

/** What the thread does: forwards, and follows the orders of the test. */
const relayInThread = async (upstreamPort: number, orders: NonNullable<typeof parentPort>): Promise<void> => {
  const front = createSocket('udp4')
  const ways = new Map<string, Way>()
  let dropping: { sparing: readonly string[] } | null = null

  const isLost = (way: Way) =>
    way.isCut || (dropping !== null && !(way.name !== null && dropping.sparing.includes(way.name)))

  const openWay = (clientPort: number, clientAddress: string): Way => {
    const upstream = createSocket('udp4')
    const way: Way = { upstream, isCut: false, name: null }
    upstream.on('message', (packet) => {
      if (!isLost(way)) front.send(packet, clientPort, clientAddress)
    })
    // The media server may be gone; the error is ignored.
    upstream.on('error', () => undefined)
    upstream.bind(0, '127.0.0.1')
    return way
  }

  front.on('message', (packet, { port, address }) => {
    const key = `${address}:${port}`
    const way = ways.get(key) ?? openWay(port, address)
    ways.set(key, way)
    way.name = nameIn(packet) ?? way.name
    if (!isLost(way)) way.upstream.send(packet, upstreamPort, '127.0.0.1')
  })
  front.on('error', () => undefined)

  const rebind = () => {
    for (const way of ways.values()) {
      if (way.isCut) continue
      way.isCut = true
      way.upstream.close()
    }
  }
  orders.on('message', (order: Order) => {
    if (order.type === 'rebind') rebind()
    else dropping = order.type === 'drop' ? order : null
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  orders.postMessage(front.address().port)
}

/** @param upstreamPort the media server's port on 127.0.0.1 */
export const openUdpRelay = async (upstreamPort: number): Promise<UdpRelay> => {
  const thread = new Worker(new URL(import.meta.url), { workerData: { upstreamPort } })
  const [port] = (await once(thread, 'message')) as [number]
  const order = (what: Order) => thread.postMessage(what)
  return {
    port,
    drop: (sparing = []) => order({ type: 'drop', sparing }),
    resume: () => order({ type: 'resume' }),
    rebind: () => order({ type: 'rebind' }),
    close: async () => void (await thread.terminate()),
  }
}

/** A UDP port that was free a moment ago. */
export const freeUdpPort = async (): Promise<number> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

if (!isMainThread && parentPort && typeof workerData?.upstreamPort === 'number')
  void relayInThread(workerData.upstreamPort, parentPort)
