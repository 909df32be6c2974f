import { isRtcp, parseRtp, type RtpHeader } from '../rtp/rtp.ts'
import { type CodecName, codecs, type MediaKind } from '../signaling/codecs.ts'
import { feedKeyBytes } from '../transport/feed-socket.ts'

/**
 * What media processes of one machine tell each other about a room. The process with the broadcaster sends packets,
 * sender reports and its state; the others send feedback (RTCP) and how well their receivers are reached. Both ends are
 * the same program, and the key in front keeps others out; nevertheless nothing here trusts a length.
 */
const types = { packet: 1, state: 2, feedback: 3, receivers: 4 } as const
/** Type, publication, kind, encoding. */
const headBytes = 4

/** Room for the key and the head. */
export const feedHeadBytes = feedKeyBytes + headBytes

export interface FeedTrack {
  kind: MediaKind
  codec: CodecName
  encodings: number
}

/** Sent four times a second, so that a lost one is soon made up for. */
export interface FeedState {
  /** Counts the broadcaster's publications. */
  publication: number
  /** Null while the broadcaster doesn't publish. */
  tracks: FeedTrack[] | null
  isHere: boolean
  /** Of a broadcaster who is lost: for how long. */
  lostForMs: number
}

/** One receiver: the encoding it gets, the share of loss, and its estimate in bits per second. */
export type FeedReceiver = [layer: number, loss: number, estimateBps: number | null]

export interface EncodingPlace {
  publication: number
  kind: MediaKind
  encoding: number
}

export type FeedMessage =
  | ({ type: 'rtp'; packet: Buffer; header: RtpHeader } & EncodingPlace)
  | ({ type: 'rtcp'; packet: Buffer } & EncodingPlace)
  | { type: 'state'; state: FeedState }
  | { type: 'feedback'; packet: Buffer }
  | { type: 'receivers'; receivers: FeedReceiver[] }

/** A datagram with room for a packet behind its head. */
export const allocatePacket = (key: Buffer, place: EncodingPlace, bytes: number): Buffer => {
  const datagram = Buffer.allocUnsafe(feedHeadBytes + bytes)
  key.copy(datagram)
  datagram[feedKeyBytes] = types.packet
  datagram[feedKeyBytes + 1] = place.publication & 0xff
  datagram[feedKeyBytes + 2] = place.kind === 'audio' ? 0 : 1
  datagram[feedKeyBytes + 3] = place.encoding
  return datagram
}

const written = (key: Buffer, type: number, body: Buffer): Buffer =>
  Buffer.concat([key, Buffer.from([type, 0, 0, 0]), body])

export const writeState = (key: Buffer, state: FeedState): Buffer =>
  written(key, types.state, Buffer.from(JSON.stringify(state)))

export const writeFeedback = (key: Buffer, packet: Buffer): Buffer => written(key, types.feedback, packet)

export const writeReceivers = (key: Buffer, receivers: readonly FeedReceiver[]): Buffer =>
  written(key, types.receivers, Buffer.from(JSON.stringify(receivers)))

/** Reads what follows the key; null for what isn't a message. */
export const parseFeedMessage = (message: Buffer): FeedMessage | null => {
  if (message.length <= headBytes) return null
  const body = message.subarray(headBytes)
  switch (message[0]) {
    case types.packet: {
      const place: EncodingPlace = {
        publication: message.readUInt8(1),
        kind: message[2] === 0 ? 'audio' : 'video',
        encoding: message.readUInt8(3),
      }
      if (isRtcp(body)) return { type: 'rtcp', packet: body, ...place }
      const header = parseRtp(body)
      return header && { type: 'rtp', packet: body, header, ...place }
    }
    case types.state:
      return { type: 'state', state: JSON.parse(body.toString()) as FeedState }
    case types.feedback:
      return { type: 'feedback', packet: body }
    case types.receivers:
      return { type: 'receivers', receivers: JSON.parse(body.toString()) as FeedReceiver[] }
    default:
      return null
  }
}

export const codecNamed = (name: CodecName) => {
  const codec = codecs.find((each) => each.name === name)
  if (!codec) throw new Error(`no codec ${name}`)
  return codec
}
