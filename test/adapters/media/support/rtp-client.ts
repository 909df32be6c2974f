import { PeerConnection, type Track, Video } from 'node-datachannel'

/** A client without a browser: a real ICE, DTLS and SRTP transport that sends and receives whatever a test likes. */

export const payloadTypes = { opus: 111, vp8: 96, rtx: 97 }

export interface ClientTraits {
  /** `both`: sections that it sends in and sections that it receives in, over one connection. */
  direction: 'sendonly' | 'recvonly' | 'both'
  hasVideo: boolean
  /** Besides, without a word in its offer, it begins an association of SCTP: data that no server of media expects. */
  sendsData?: boolean
}

const linesOf = (sdp: string) => sdp.split(/\r?\n/).filter(Boolean)
const written = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

// Without candidates the server can't reach us first; we reach it, as a browser that posts its offer at once does.
const offeredLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup)\b/
const answeredLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup|candidate|end-of-candidates)\b/

const sessionLines = (mids: string) => [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  `a=group:BUNDLE ${mids}`,
]

const codecLines = {
  audio: [`a=rtpmap:${payloadTypes.opus} opus/48000/2`],
  video: [
    `a=rtpmap:${payloadTypes.vp8} VP8/90000`,
    ...['nack', 'nack pli', 'ccm fir', 'goog-remb'].map((each) => `a=rtcp-fb:${payloadTypes.vp8} ${each}`),
    `a=rtpmap:${payloadTypes.rtx} rtx/90000`,
    `a=fmtp:${payloadTypes.rtx} apt=${payloadTypes.vp8}`,
  ],
}

const writeOffer = (local: string, { direction, hasVideo }: ClientTraits): string => {
  const transport = [...new Set(linesOf(local).filter((line) => offeredLine.test(line)))]
  const section = (mid: string, kind: 'audio' | 'video', formats: string, way: string) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${formats}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    `a=${way}`,
    'a=rtcp-mux',
    ...transport,
    ...codecLines[kind],
  ]
  const kinds = hasVideo ? (['audio', 'video'] as const) : (['audio'] as const)
  const ways = direction === 'both' ? ['sendonly', 'recvonly'] : [direction]
  const sections = ways.flatMap((way) => kinds.map((kind) => ({ way, kind })))
  return written([
    ...sessionLines(sections.map((_, mid) => mid).join(' ')),
    ...sections.flatMap(({ way, kind }, mid) =>
      section(
        String(mid),
        kind,
        kind === 'audio' ? `${payloadTypes.opus}` : `${payloadTypes.vp8} ${payloadTypes.rtx}`,
        way,
      ),
    ),
  ])
}

/** The one section that the transport library knows: everything reaches its one track. One more for data. */
const reduceAnswer = (answer: string, dataMid: string | undefined): string => {
  const transport = [...new Set(linesOf(answer).filter((line) => answeredLine.test(line)))]
  return written([
    ...sessionLines(dataMid === undefined ? '0' : `0 ${dataMid}`),
    `m=video 9 UDP/TLS/RTP/SAVPF ${payloadTypes.vp8}`,
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    ...transport,
    `a=rtpmap:${payloadTypes.vp8} VP8/90000`,
    ...(dataMid === undefined
      ? []
      : [
          'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
          'c=IN IP4 0.0.0.0',
          `a=mid:${dataMid}`,
          ...transport,
          'a=sctp-port:5000',
        ]),
  ])
}

/** Of the section for data, where there is one. */
const dataMidOf = (local: string): string | undefined => {
  const lines = linesOf(local)
  const start = lines.findIndex((line) => line.startsWith('m=application'))
  const ofData = start < 0 ? [] : lines.slice(start)
  return ofData.find((line) => line.startsWith('a=mid:'))?.slice('a=mid:'.length)
}

const connectWithinMs = 15_000

/** Posts an offer and answers the server's. */
export type Exchange = (offer: string) => Promise<string>

export class RtpClient {
  readonly offer: string
  readonly answer: string
  readonly #connection: PeerConnection
  readonly #track: Track
  #isClosed = false

  private constructor(connection: PeerConnection, track: Track, offer: string, answer: string) {
    this.#connection = connection
    this.#track = track
    this.offer = offer
    this.answer = answer
  }

  /** Resolves when media can flow. */
  static async connect(
    traits: ClientTraits,
    exchange: Exchange,
    received: (packet: Buffer) => void = () => undefined,
  ): Promise<RtpClient> {
    const connection = new PeerConnection('client', { iceServers: [], disableAutoNegotiation: true })
    const section = new Video('0', 'SendRecv')
    section.addVideoCodec(payloadTypes.vp8, 'VP8')
    const track = connection.addTrack(section)
    if (traits.sendsData) connection.createDataChannel('data')
    const { promise: open, resolve, reject } = Promise.withResolvers<void>()
    track.onOpen(resolve)
    track.onMessage(received)
    connection.onStateChange((state) => {
      if (state === 'failed' || state === 'closed') reject(new Error(`the client’s connection is ${state}`))
    })
    open.catch(() => undefined)
    const patience = AbortSignal.timeout(connectWithinMs)
    patience.addEventListener('abort', () => reject(new Error('the client’s connection doesn’t open')))
    connection.setLocalDescription('offer')
    try {
      const local = connection.localDescription()?.sdp ?? ''
      const offer = writeOffer(local, traits)
      const answer = await exchange(offer)
      connection.setRemoteDescription(reduceAnswer(answer, dataMidOf(local)), 'answer')
      await open
      return new RtpClient(connection, track, offer, answer)
    } catch (error) {
      track.close()
      connection.close()
      throw error
    }
  }

  /** The name under which the server accepts connectivity checks of this client (RFC 8445, 7.2.2). */
  get stunUserName(): string {
    const fragments = [this.answer, this.offer].map((sdp) => /^a=ice-ufrag:(.*?)\r?$/m.exec(sdp)?.[1] ?? '')
    return fragments.join(':')
  }

  /** Encrypts and sends. False when the transport refuses the packet. */
  send(packet: Buffer): boolean {
    if (this.#isClosed) return false
    try {
      return this.#track.sendMessageBinary(packet)
    } catch {
      return false
    }
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
}
