import { randomBytes } from 'node:crypto'
import { PeerConnection, type Track, Video } from 'node-datachannel'
import { MediaRefused } from '../../port.ts'
import { isRtcp } from '../rtp/rtp.ts'
import { announcedCandidates, type ListeningPlace } from '../signaling/candidates.ts'
import { type LocalTransport, writeTransportOffer } from '../signaling/negotiate.ts'
import type { TransportParameters } from '../signaling/sdp.ts'
import type { FeedSocket } from './feed-socket.ts'
import type { RelaySocket } from './relay-socket.ts'
import { type AtTurnEnd, atTurnEnd, createTurns } from './turns.ts'

/** Gathering reads the machine's interfaces and sends nothing; it takes about a millisecond. */
const gatherTimeoutMs = 3_000

/**
 * Synchronisation sources a client may use on one connection. A browser uses about ten; libsrtp keeps a context for
 * each one it ever saw and searches them one by one, so that ten thousand cost 0.1 ms a packet.
 */
const sourcesMax = 64

const inTurn = createTurns()

/** Where the media process listens, and where its log lines go. */
export interface Endpoint extends ListeningPlace {
  /** Where there are relays. */
  relaySocket?: RelaySocket | null
  /** To and from the other media processes of this machine; null where there are none. */
  feeds?: FeedSocket | null
  reportFault(what: string, error: unknown): void
}

export interface TransportEvents {
  opened(now: number): void
  /** An RTP or RTCP packet, decrypted; the receiver owns the buffer. `now`: monotonic milliseconds. */
  received(packet: Buffer, now: number): void
  /** The other side closed it, or it failed. Not called after `close`. */
  closed(now: number): void
}

/**
 * One ICE and DTLS-SRTP connection with a client, used as a bare pipe of RTP and RTCP packets: the library is given
 * a reduced offer with a single section, so that everything the client sends reaches one track, and no media handler.
 */
export class Transport {
  readonly #connection: PeerConnection
  readonly #track: Track
  readonly #endpoint: Endpoint
  readonly #events: TransportEvents
  readonly #peer: TransportParameters
  readonly #seenSources = new Set<number>()
  #state: 'opening' | 'open' | 'closed' = 'opening'
  #leaveRelaySocket = (): void => undefined

  constructor(peer: TransportParameters, endpoint: Endpoint, events: TransportEvents) {
    this.#peer = peer
    this.#endpoint = endpoint
    this.#events = events
    this.#connection = new PeerConnection('client', {
      iceServers: [],
      bindAddress: endpoint.bindAddress,
      portRangeBegin: endpoint.udpPort,
      portRangeEnd: endpoint.udpPort,
      enableIceUdpMux: true,
      disableAutoNegotiation: true,
    })
    const section = new Video('0', 'SendRecv')
    section.addVideoCodec(96, 'VP8')
    this.#track = this.#connection.addTrack(section)
    this.#track.onOpen(() => this.#guarded(() => this.#open()))
    this.#track.onMessage((packet) => this.#guarded(() => this.#receive(packet)))
    this.#connection.onStateChange((state) => {
      if (state === 'disconnected' || state === 'failed' || state === 'closed')
        this.#guarded(() => this.#fail())
    })
  }

  /** Applies the offer and returns the server's own side. Refuses with 422 or 503. */
  async negotiate(): Promise<LocalTransport> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new MediaRefused(503, 'no candidates')), gatherTimeoutMs)
      this.#connection.onGatheringStateChange((state) => {
        if (state !== 'complete') return
        clearTimeout(timer)
        resolve()
      })
      try {
        this.#connection.setRemoteDescription(writeTransportOffer(this.#peer), 'offer')
        this.#connection.setLocalDescription('answer', freshIceCredentials())
      } catch (error) {
        clearTimeout(timer)
        reject(new MediaRefused(422, `the transport refused the offer: ${String(error)}`))
      }
    })
    const local = readLocalTransport(this.#connection.localDescription()?.sdp ?? '', this.#endpoint)
    return this.#withRelaySocket(local)
  }

  #withRelaySocket(local: LocalTransport): LocalTransport {
    const { relaySocket } = this.#endpoint
    if (!relaySocket || this.#state === 'closed') return local
    relaySocket.admit(local.iceUfrag, local.icePwd)
    this.#leaveRelaySocket = () => relaySocket.delete(local.iceUfrag)
    const { candidates } = local
    return { ...local, candidates: [...candidates, ...relaySocket.candidatesBeside(candidates)] }
  }

  /** Sends an RTP or RTCP packet; the buffer may be overwritten afterwards. Sends nothing unless the transport is open. */
  send(packet: Buffer): void {
    if (this.#state !== 'open') return
    try {
      this.#track.sendMessageBinary(packet)
    } catch {
      // It closes at this moment; the state change reports it.
    }
  }

  /** For what has to do with packets of this connection: a fault in it ends the connection. */
  readonly atTurnEnd: AtTurnEnd = (work) => atTurnEnd((now) => this.#guarded(() => work(now)))

  /**
   * Safe to call from its own events, and twice. The client isn't told: it learns of the end by its page's socket, or
   * because nobody answers its connectivity checks any more (decision 108).
   */
  close(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    // Not from inside a callback of the library.
    inTurn(() => this.#close())
  }

  #close(): void {
    try {
      // The track first: without it each connection leaks about 75 KB.
      this.#track.close()
      this.#connection.close()
    } catch (error) {
      this.#endpoint.reportFault('transport-not-closed', error)
    } finally {
      this.#leaveRelaySocket()
    }
  }

  #open(): void {
    if (this.#state !== 'opening') return
    this.#state = 'open'
    this.#events.opened(performance.now())
  }

  #receive(packet: Buffer): void {
    if (this.#state !== 'open') return
    this.#seenSources.add(sourceOf(packet))
    if (this.#seenSources.size > sourcesMax) throw new Error(`more than ${sourcesMax} sources`)
    this.#events.received(packet, performance.now())
  }

  #fail(): void {
    if (this.#state === 'closed') return
    this.close()
    this.#events.closed(performance.now())
  }

  /** An error thrown into the library would end the process; a fault ends this one connection. */
  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#endpoint.reportFault('transport-fault', error)
      this.#fail()
    }
  }
}

/** Of a packet that libsrtp accepted, and that therefore has a whole header. */
const sourceOf = (packet: Buffer): number => packet.readUInt32BE(isRtcp(packet) ? 4 : 8)

/** Long enough that two connections on the shared port never have the same. */
const freshIceCredentials = () => ({
  iceUfrag: randomBytes(9).toString('base64'),
  icePwd: randomBytes(24).toString('base64'),
})

const readLocalTransport = (sdp: string, endpoint: Endpoint): LocalTransport => {
  const lines = sdp.split('\r\n')
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`a=${name}:`)).map((line) => line.slice(name.length + 3))
  const one = (name: string): string => {
    const value = valuesOf(name)[0]
    if (value === undefined) throw new MediaRefused(503, `the transport has no ${name}`)
    return value
  }
  return {
    iceUfrag: one('ice-ufrag'),
    icePwd: one('ice-pwd'),
    fingerprint: one('fingerprint'),
    setup: one('setup'),
    candidates: announcedCandidates([...new Set(valuesOf('candidate'))], endpoint),
  }
}
