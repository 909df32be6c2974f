import { randomInt } from 'node:crypto'
import { parseRtcp, type SenderReport, writeSenderReport } from '../rtp/rtcp.ts'
import { rtpHeaderBytes, writeRtpHeader } from '../rtp/rtp.ts'
import { writeBaseLayerIndex, writePictureId } from '../rtp/vp8.ts'
import type { FeedLink } from '../transport/feed-socket.ts'
import {
  allocatePacket,
  type EncodingPlace,
  type FeedReceiver,
  type FeedTrack,
  feedHeadBytes,
  parseFeedMessage,
  writeState,
} from './feed-messages.ts'
import type { TrackSet } from './publication.ts'
import type { Sink, Source, StoredPacket } from './source.ts'
import type { Track, TrackReceiver } from './track.ts'

/** Any that is no RTCP: the other process knows the codec from the state. */
const payloadType = 96

/** One encoding on its way to the other processes. */
class EncodingFeed implements Sink {
  readonly source: Source
  readonly #place: EncodingPlace
  readonly #key: Buffer
  readonly #send: (datagram: Buffer) => void
  #ssrc = randomInt(2, 2 ** 32 - 1)
  #newest = 0

  constructor(source: Source, place: EncodingPlace, key: Buffer, send: (datagram: Buffer) => void) {
    this.source = source
    this.#place = place
    this.#key = key
    this.#send = send
    source.sinks.add(this)
  }

  get ssrc(): number {
    return this.#ssrc
  }

  receive(packet: StoredPacket): void {
    this.#newest = Math.max(this.#newest, packet.sequence)
    this.#send(this.#write(packet))
  }

  receiveSenderReport(report: SenderReport): void {
    const packet = writeSenderReport({ ...report, ssrc: this.#ssrc })
    const datagram = allocatePacket(this.#key, this.#place, packet.length)
    packet.copy(datagram, feedHeadBytes)
    this.#send(datagram)
  }

  /** The other end sees another source, as it would of the publisher. */
  sourceRestarted(): void {
    this.#ssrc = randomInt(2, 2 ** 32 - 1)
    this.#newest = 0
  }

  /** The stored ones of these 16-bit sequences. */
  *again(sequences: readonly number[]): Iterable<Buffer> {
    for (const wanted of sequences) {
      const packet = this.source.find(this.#newest - ((this.#newest - wanted) & 0xffff))
      if (packet) yield this.#write(packet)
    }
  }

  close(): void {
    this.source.sinks.delete(this)
  }

  /** The stored bytes belong to all receivers, who write their own header and counters into them. */
  #write({ sequence, timestamp, marker, pictureId, baseLayerIndex, bytes }: StoredPacket): Buffer {
    const datagram = allocatePacket(this.#key, this.#place, bytes.length)
    bytes.copy(datagram, feedHeadBytes)
    const packet = datagram.subarray(feedHeadBytes)
    writeRtpHeader(packet, { payloadType, marker, sequence, timestamp, ssrc: this.#ssrc })
    if (pictureId >= 0) writePictureId(packet, rtpHeaderBytes, pictureId)
    if (baseLayerIndex >= 0) writeBaseLayerIndex(packet, rtpHeaderBytes, baseLayerIndex)
    return datagram
  }
}

/** A receiver in another process, as far as it bears on the bitrate. */
const farReceiver = ([layer, loss, estimateBps]: FeedReceiver): TrackReceiver => ({
  layer,
  setsBitrate: true,
  layersReordered: () => undefined,
  downstream: () => ({ loss, estimateBps }),
})

/** A room's broadcaster on the way to the other processes that have seats of the room: once for each of them. */
export class Feed {
  readonly #link: FeedLink
  readonly #keyText: string
  readonly #key: Buffer
  #ports: readonly number[] = []
  #publication = 0
  #published: TrackSet | null = null
  #encodings: EncodingFeed[] = []
  readonly #farReceivers = new Map<number, { track: Track; receivers: TrackReceiver[] }>()

  /** @param key 16 bytes, in hexadecimal digits */
  constructor(link: FeedLink, key: string) {
    this.#link = link
    this.#keyText = key
    this.#key = Buffer.from(key, 'hex')
    link.listen(key, (message, fromPort) => this.#receive(message, fromPort))
  }

  get key(): string {
    return this.#keyText
  }

  /** The other processes' ports. */
  sendTo(ports: readonly number[]): void {
    this.#ports = ports
    for (const port of this.#farReceivers.keys()) if (!ports.includes(port)) this.#dropReceivers(port)
  }

  follow(published: TrackSet | null): void {
    this.#unfollow()
    this.#published = published
    this.#publication = (this.#publication + 1) & 0xff
    for (const [kind, track] of published?.tracks ?? []) {
      for (const [encoding, source] of track.encodings.entries()) {
        const place = { publication: this.#publication, kind, encoding }
        this.#encodings.push(new EncodingFeed(source, place, this.#key, (datagram) => this.#send(datagram)))
      }
    }
  }

  /** To be called when it changes, and several times a second. */
  reportState({ isHere, lostForMs }: { isHere: boolean; lostForMs: number }): void {
    const tracks = this.#published && [...this.#published.tracks.values()].map(describe)
    this.#send(writeState(this.#key, { publication: this.#publication, tracks, isHere, lostForMs }))
  }

  close(): void {
    this.#unfollow()
    this.#link.stopListening(this.#keyText)
  }

  #unfollow(): void {
    for (const encoding of this.#encodings) encoding.close()
    this.#encodings = []
    for (const port of [...this.#farReceivers.keys()]) this.#dropReceivers(port)
  }

  #send(datagram: Buffer): void {
    for (const port of this.#ports) this.#link.send(datagram, port)
  }

  #receive(datagram: Buffer, fromPort: number): void {
    if (!this.#ports.includes(fromPort)) return
    const message = parseFeedMessage(datagram)
    if (message?.type === 'feedback') this.#obey(message.packet, fromPort)
    if (message?.type === 'receivers') this.#recordReceivers(message.receivers, fromPort)
  }

  #obey(packet: Buffer, fromPort: number): void {
    const now = performance.now()
    for (const message of parseRtcp(packet)) {
      if (message.type !== 'keyframeRequest' && message.type !== 'nack') continue
      const encoding = this.#encodings.find(({ ssrc }) => ssrc === message.ssrc)
      if (message.type === 'keyframeRequest') encoding?.source.requestKeyframe(now)
      else for (const again of encoding?.again(message.sequences) ?? []) this.#link.send(again, fromPort)
    }
  }

  #recordReceivers(receivers: readonly FeedReceiver[], fromPort: number): void {
    this.#dropReceivers(fromPort)
    const track = this.#published?.tracks.get('video')
    if (!track) return
    const far = receivers.map(farReceiver)
    for (const receiver of far) track.receivers.add(receiver)
    this.#farReceivers.set(fromPort, { track, receivers: far })
  }

  #dropReceivers(port: number): void {
    const before = this.#farReceivers.get(port)
    for (const receiver of before?.receivers ?? []) before?.track.receivers.delete(receiver)
    this.#farReceivers.delete(port)
  }
}

const describe = (track: Track): FeedTrack => ({
  kind: track.kind,
  codec: track.codec,
  encodings: track.encodings.length,
})
