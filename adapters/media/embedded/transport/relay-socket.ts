import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { TokenBucket } from '../rtp/token-bucket.ts'
import { type ListeningPlace, listensEverywhere } from '../signaling/candidates.ts'
import { isSignedWith, readCheck, withTiebreaker } from './stun.ts'

/** Any but zero does: the server leaves the choice of roles to the client. */
const otherTiebreaker = 1n
/** A browser sends checks from each relay and each of its network interfaces; an abandoned path is silent. */
const waysPerConnectionMax = 12
/**
 * Each new way opens a socket. A browser needs one for each allocation at a relay, and some more when its network
 * changes. A client that alternates two connections on one address would open one socket for each datagram.
 */
const openingsPerSecond = 4
const openingsAtOnce = 2 * waysPerConnectionMax
/** Below every candidate of the media port, which is preferred where it can be used. */
const priorityStep = 2 ** 15

type ReportFault = (what: string, error: unknown) => void

interface Connection {
  password: string
  /** By the address they come from. */
  ways: Map<string, Way>
  openings: TokenBucket
}

/** From one address of a relay to the media port, and back. */
interface Way {
  upstream: Socket
  connection: Connection
  lastReceivedAt: number
}

/**
 * A second UDP port of the media process, for browsers behind a relay. Chromium gives the checks that it sends
 * through TURN over TCP or TLS a tiebreaker of zero (seen in 156); libjuice takes a zero for a missing attribute and
 * refuses them (libjuice issue 355). Here such checks get another tiebreaker on their way to the media port, and
 * other packets from the same address are forwarded unchanged. An address without a valid check is ignored.
 */
export class RelaySocket {
  readonly #socket: Socket
  readonly #mediaPort: number
  readonly #mediaAddress: string
  readonly #reportFault: ReportFault
  /** By the server's user fragment. */
  readonly #connections = new Map<string, Connection>()
  /** The open ways of all connections: an address has one at a time. */
  readonly #ways = new Map<string, Way>()

  /** @param socket a bound socket */
  constructor(socket: Socket, media: ListeningPlace, reportFault: ReportFault) {
    this.#socket = socket
    this.#mediaPort = media.udpPort
    this.#mediaAddress = listensEverywhere(media.bindAddress) ? '127.0.0.1' : media.bindAddress
    this.#reportFault = reportFault
    socket.on('message', (datagram, from) => this.#guard(() => this.#receive(datagram, from)))
    // Sending to a peer that is gone fails; nothing waits for the result.
    socket.on('error', () => undefined)
  }

  get port(): number {
    return this.#socket.address().port
  }

  /** This socket beside each candidate of the media port; behind a NAT its port is as far from the public one. */
  candidatesBeside(candidates: readonly string[]): string[] {
    const distance = this.port - this.#mediaPort
    return candidates.map((candidate) => {
      const [, component, protocol, priority, address, port, ...rest] = candidate.split(' ')
      const own = [Number(priority) - priorityStep, address, Number(port) + distance]
      return ['relayed', component, protocol, ...own, ...rest].join(' ')
    })
  }

  /** Admits the client of a connection, by the server's own credentials. */
  admit(iceUfrag: string, icePwd: string): void {
    this.#connections.set(iceUfrag, {
      password: icePwd,
      ways: new Map(),
      openings: new TokenBucket(openingsPerSecond, openingsAtOnce),
    })
  }

  /** The connection is closed. */
  delete(iceUfrag: string): void {
    const ways = this.#connections.get(iceUfrag)?.ways ?? new Map<string, Way>()
    this.#connections.delete(iceUfrag)
    for (const key of [...ways.keys()]) this.#closeWay(key)
  }

  close(): void {
    for (const iceUfrag of [...this.#connections.keys()]) this.delete(iceUfrag)
    this.#socket.close()
  }

  /** What a datagram causes must not end the process, which other members' calls use too. */
  #guard(handle: () => void): void {
    try {
      handle()
    } catch (error) {
      this.#reportFault('relay-message', error)
    }
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    // Nothing can be sent to port 0, and so no answer would arrive (RFC 768 allows it as a source).
    if (from.port === 0) return
    const key = `${from.address} ${from.port}`
    const check = readCheck(datagram)
    const known = this.#ways.get(key)
    if (!check?.hasZeroTiebreaker) {
      if (known) this.#pass(datagram, known)
      return
    }
    const connection = this.#connections.get(check.receiver)
    if (!connection || !isSignedWith(datagram, check, connection.password)) return
    const isOpen = known?.connection === connection
    if (!isOpen && connection.openings.consume(1, performance.now()) < 1) return
    const way = isOpen ? known : this.#openWay(key, from, connection)
    this.#pass(withTiebreaker(datagram, check, otherTiebreaker, connection.password), way)
  }

  #pass(datagram: Buffer, way: Way): void {
    way.lastReceivedAt = performance.now()
    way.upstream.send(datagram, this.#mediaPort, this.#mediaAddress)
  }

  #openWay(key: string, from: RemoteInfo, connection: Connection): Way {
    // The relay has given the address to another allocation since, or one browser uses it for two connections.
    this.#closeWay(key)
    const [silent] = [...connection.ways].sort(
      ([, one], [, other]) => one.lastReceivedAt - other.lastReceivedAt,
    )
    if (silent && connection.ways.size >= waysPerConnectionMax) this.#closeWay(silent[0])
    const upstream = createSocket(isIPv6(this.#mediaAddress) ? 'udp6' : 'udp4')
    upstream.on('message', (datagram) =>
      this.#guard(() => this.#socket.send(datagram, from.port, from.address)),
    )
    upstream.on('error', () => undefined)
    const way: Way = { upstream, connection, lastReceivedAt: 0 }
    connection.ways.set(key, way)
    this.#ways.set(key, way)
    return way
  }

  /** Leaves no trace of the way: sending on a closed socket throws. */
  #closeWay(key: string): void {
    const way = this.#ways.get(key)
    if (!way) return
    this.#ways.delete(key)
    way.connection.ways.delete(key)
    way.upstream.close()
  }
}

/** Binds the relay port; 0 takes any free one. Throws with a sentence for the operator when it can't be bound. */
export const openRelaySocket = async (
  port: number,
  media: ListeningPlace,
  reportFault: ReportFault,
): Promise<RelaySocket> => {
  const socket = createSocket({ type: isIPv6(media.bindAddress) ? 'udp6' : 'udp4' })
  try {
    socket.bind({ port, address: media.bindAddress, exclusive: true })
    await once(socket, 'listening')
  } catch (cause) {
    socket.close()
    throw new Error(
      `中継用の UDP ポート ${port} を使えません（MEDIA_UDP_PORT と MEDIA_PROCESSES で決まります）。`,
      { cause },
    )
  }
  return new RelaySocket(socket, media, reportFault)
}
