import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'

export interface Relay {
  /** Sends the media of the client that gets this answer through the relay. */
  rewrite(answer: string): string
  /** Share of the media packets that get lost, each way, 0 to 1. Connectivity checks and handshakes pass. */
  lose(share: { toServer: number; toClient: number }): void
  /** Swallows everything, as a dead network does. */
  cut(): void
  mend(): void
  /** The first datagrams that clients sent through it: checks, handshakes and some media. */
  captured(): readonly Buffer[]
  /** Packets of picture and sound that came to the relay so far, without RTCP, checks and handshakes. */
  mediaPackets(): { toServer: number; toClient: number }
  /** Sends something to the server in the name of every client that is connected through it. */
  inject(datagram: Buffer): void
  close(): void
}

const capturedMax = 400

const isMedia = (datagram: Buffer): boolean => {
  const first = datagram[0] ?? 0
  return first >= 128 && first <= 191
}

/** RFC 5761, 4: the packet types of RTCP lie beside the payload types of RTP. */
const isRtp = (datagram: Buffer): boolean => {
  const type = (datagram[1] ?? 0) & 0x7f
  return isMedia(datagram) && (type < 64 || type > 95)
}

/** A bad network between browsers and a media server: a UDP relay with one server-side socket a client. */
export const openRelay = async (): Promise<Relay> => {
  const loss = { toServer: 0, toClient: 0 }
  let isCut = false
  let serverPort = 0
  let serverAddress = '127.0.0.1'
  // Every n-th packet instead of a random one: a test that fails, fails again.
  const counters = { toServer: 0, toClient: 0 }
  const media = { toServer: 0, toClient: 0 }
  const drops = (way: 'toServer' | 'toClient', datagram: Buffer): boolean => {
    if (isCut) return true
    if (loss[way] === 0 || !isMedia(datagram)) return false
    counters[way] += loss[way]
    if (counters[way] < 1) return false
    counters[way] -= 1
    return true
  }

  const front = createSocket('udp4')
  front.bind(0, '0.0.0.0')
  await once(front, 'listening')
  const upstreams = new Map<string, Socket>()
  const captured: Buffer[] = []
  const upstreamOf = (client: RemoteInfo): Socket => {
    const key = `${client.address}:${client.port}`
    const known = upstreams.get(key)
    if (known) return known
    const upstream = createSocket('udp4')
    upstream.on('message', (datagram) => {
      if (isRtp(datagram)) media.toClient += 1
      if (!drops('toClient', datagram)) front.send(datagram, client.port, client.address)
    })
    upstreams.set(key, upstream)
    return upstream
  }
  let isClosed = false
  front.on('message', (datagram, client) => {
    if (captured.length < capturedMax) captured.push(datagram)
    if (isRtp(datagram)) media.toServer += 1
    if (drops('toServer', datagram)) return
    upstreamOf(client).send(datagram, serverPort, serverAddress)
  })

  return {
    rewrite: (answer) => {
      const candidate = /a=candidate:\S+ 1 UDP \d+ (\S+) (\d+) typ host/.exec(answer)
      if (!candidate) throw new Error('the answer has no candidate')
      serverAddress = String(candidate[1])
      serverPort = Number(candidate[2])
      return answer
        .replace(/a=candidate:.*\r\n/g, '')
        .replace(
          'a=end-of-candidates',
          `a=candidate:1 1 UDP 2114977791 ${serverAddress} ${front.address().port} typ host\r\na=end-of-candidates`,
        )
    },
    lose: (share) => Object.assign(loss, share),
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
    },
    captured: () => captured,
    mediaPackets: () => ({ ...media }),
    inject: (datagram) => {
      for (const upstream of upstreams.values()) upstream.send(datagram, serverPort, serverAddress)
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      front.close()
      for (const upstream of upstreams.values()) upstream.close()
    },
  }
}
