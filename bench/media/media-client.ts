import { PeerConnection, type Track, Video } from 'node-datachannel'

/** A client without a browser: a real ICE, DTLS and SRTP transport. The library knows one section of all of them, so
 * that every packet of the server reaches its one track. */

export const payloadTypes = { opus: 111, vp8: 96, rtx: 97 }

const openWithinMs = 20_000
const transportLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup|candidate|end-of-candidates)\b/
/** Of a server's offer the client echoes the codecs; header extensions and transport-cc it doesn't speak. */
const echoedLine = /^a=(mid|rtpmap|fmtp|rtcp-mux|rtcp-fb)\b(?!.*transport-cc)/

const linesOf = (sdp: string) => sdp.split(/\r?\n/).filter(Boolean)
const written = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`
const transportOf = (sdp: string) => [...new Set(linesOf(sdp).filter((line) => transportLine.test(line)))]
const midsOf = (sdp: string) => linesOf(sdp).flatMap((line) => /^a=mid:(.*)/.exec(line)?.[1] ?? [])

const session = (mids: readonly string[]) => [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  `a=group:BUNDLE ${mids.join(' ')}`,
]

const sections = [
  {
    media: `audio 9 UDP/TLS/RTP/SAVPF ${payloadTypes.opus}`,
    codec: [`a=rtpmap:${payloadTypes.opus} opus/48000/2`],
  },
  {
    media: `video 9 UDP/TLS/RTP/SAVPF ${payloadTypes.vp8} ${payloadTypes.rtx}`,
    codec: [
      `a=rtpmap:${payloadTypes.vp8} VP8/90000`,
      ...['nack', 'nack pli', 'ccm fir', 'goog-remb'].map((each) => `a=rtcp-fb:${payloadTypes.vp8} ${each}`),
      `a=rtpmap:${payloadTypes.rtx} rtx/90000`,
      `a=fmtp:${payloadTypes.rtx} apt=${payloadTypes.vp8}`,
    ],
  },
]

const writeOffer = (local: string, direction: 'sendonly' | 'recvonly', ssrcs: readonly number[]): string =>
  written([
    ...session(['0', '1']),
    ...sections.flatMap(({ media, codec }, index) => [
      `m=${media}`,
      'c=IN IP4 0.0.0.0',
      `a=mid:${index}`,
      `a=${direction}`,
      'a=rtcp-mux',
      ...transportOf(local),
      ...codec,
      ...(ssrcs[index] === undefined
        ? []
        : [`a=msid:bench track${index}`, `a=ssrc:${ssrcs[index]} cname:bench`]),
    ]),
  ])

const writeAnswer = (offer: string, local: string): string => {
  const [, ...offered] = offer.split(/^(?=m=)/m)
  const answered = offered.map((section) => [
    linesOf(section)[0] ?? '',
    'c=IN IP4 0.0.0.0',
    'a=recvonly',
    ...linesOf(section).filter((line) => echoedLine.test(line)),
    ...transportOf(local),
  ])
  return written([...session(midsOf(offer)), ...answered.flat()])
}

/** The other side's description cut down to the one section the library knows. */
const reduce = (sdp: string): string =>
  written([
    ...session(['0']),
    `m=video 9 UDP/TLS/RTP/SAVPF ${payloadTypes.vp8}`,
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    ...transportOf(sdp),
    `a=rtpmap:${payloadTypes.vp8} VP8/90000`,
  ])

export class MediaClient {
  /** Resolves when media can flow. */
  readonly open: Promise<void>
  /** Resolves when the server has answered the client's checks. */
  readonly isConnected: Promise<void>
  readonly #connection: PeerConnection
  readonly #track: Track
  readonly #gathered = Promise.withResolvers<void>()
  #isClosed = false

  constructor(received: (packet: Buffer) => void) {
    this.#connection = new PeerConnection('client', { iceServers: [], disableAutoNegotiation: true })
    const section = new Video('0', 'SendRecv')
    section.addVideoCodec(payloadTypes.vp8, 'VP8')
    this.#track = this.#connection.addTrack(section)
    const open = Promise.withResolvers<void>()
    const timer = setTimeout(() => open.reject(new Error('a connection did not open')), openWithinMs)
    this.#track.onOpen(() => {
      clearTimeout(timer)
      open.resolve()
    })
    this.#track.onMessage(received)
    this.#connection.onGatheringStateChange((state) => {
      if (state === 'complete') this.#gathered.resolve()
    })
    const isConnected = Promise.withResolvers<void>()
    this.#connection.onIceStateChange((state) => {
      if (state === 'connected' || state === 'completed') isConnected.resolve()
    })
    this.isConnected = isConnected.promise
    this.open = open.promise
    this.open.catch(() => undefined)
  }

  /** @param ssrcs of sound and picture, for a sender */
  async offer(direction: 'sendonly' | 'recvonly', ssrcs: readonly number[] = []): Promise<string> {
    this.#connection.setLocalDescription('offer')
    await this.#gathered.promise
    return writeOffer(this.#localSdp, direction, ssrcs)
  }

  accept(answer: string): void {
    this.#connection.setRemoteDescription(reduce(answer), 'answer')
  }

  async answer(offer: string): Promise<string> {
    this.#connection.setRemoteDescription(reduce(offer), 'offer')
    this.#connection.setLocalDescription('answer')
    await this.#gathered.promise
    return writeAnswer(offer, this.#localSdp)
  }

  send(packet: Buffer): void {
    if (!this.#isClosed && this.#track.isOpen()) this.#track.sendMessageBinary(packet)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    // The track first: without it each connection leaks.
    setImmediate(() => {
      this.#track.close()
      this.#connection.close()
    })
  }

  get #localSdp(): string {
    return this.#connection.localDescription()?.sdp ?? ''
  }
}
