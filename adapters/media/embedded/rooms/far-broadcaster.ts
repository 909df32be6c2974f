import { MediaRefused, type MediaSession } from '../../port.ts'
import { silenceMsMax } from '../metering/presence.ts'
import { parseRtcp } from '../rtp/rtcp.ts'
import type { MediaKind } from '../signaling/codecs.ts'
import {
  codecNamed,
  type FeedReceiver,
  type FeedState,
  type FeedTrack,
  parseFeedMessage,
  writeFeedback,
  writeReceivers,
} from '../tracks/feed-messages.ts'
import type { TrackSet } from '../tracks/publication.ts'
import { Track } from '../tracks/track.ts'
import type { FeedLink } from '../transport/feed-socket.ts'
import type { AtTurnEnd } from '../transport/turns.ts'
import type { Audience, BroadcasterRoom } from './broadcaster.ts'

const notifyReceiversEveryMs = 1_000
/** Enough to know what most of them can take, in one datagram. */
const receiversMax = 500
/** Never on the wire: the track's clients are other connections. */
const innerPayloadType = 96

/** What a broadcaster in another process of this machine publishes. */
class FarTracks implements TrackSet {
  readonly publication: number
  readonly tracks: ReadonlyMap<MediaKind, Track>

  constructor(
    publication: number,
    described: readonly FeedTrack[],
    send: (feedback: Buffer) => void,
    atTurnEnd: AtTurnEnd,
  ) {
    this.publication = publication
    this.tracks = new Map(described.map((each) => [each.kind, farTrack(each, send, atTurnEnd)]))
  }

  close(): void {
    for (const track of this.tracks.values()) track.close()
  }
}

const farTrack = (
  { codec, encodings }: FeedTrack,
  send: (feedback: Buffer) => void,
  atTurnEnd: AtTurnEnd,
): Track => {
  const negotiated = {
    codec: codecNamed(codec),
    payloadType: innerPayloadType,
    rtxPayloadType: null,
    parameters: '',
    feedback: [],
  }
  const rids = Array.from({ length: encodings }, (_, index) => String(index))
  const simulcast = encodings > 1 ? { rids, extensions: { mid: null, rid: 1, repairedRid: 2 } } : null
  return new Track(negotiated, simulcast, send, atTurnEnd)
}

/**
 * A broadcaster whose connections end in another process of this machine. That one sends the packets once for all seats
 * of this process; lost ones and keyframes are asked for there.
 */
export class FarBroadcaster {
  readonly #room: BroadcasterRoom
  readonly #link: FeedLink
  #feed: { key: string; keyBytes: Buffer; port: number } | null = null
  #tracks: FarTracks | null = null
  #isHere = false
  #stateReceivedAt = Number.NEGATIVE_INFINITY
  #receiversNotifiedAt = Number.NEGATIVE_INFINITY

  constructor(room: BroadcasterRoom, link: FeedLink) {
    this.#room = room
    this.#link = link
  }

  get tracks(): TrackSet | null {
    return this.#tracks
  }

  isHere(audience: Audience): boolean {
    return audience === 'watchers' && this.#isHere
  }

  /** From now on it comes from this feed; null when its process has ended. */
  listen(feed: { key: string; port: number } | null): void {
    if (feed && feed.key === this.#feed?.key && feed.port === this.#feed.port) return
    if (this.#feed) this.#link.stopListening(this.#feed.key)
    this.#feed = feed && { ...feed, keyBytes: Buffer.from(feed.key, 'hex') }
    const now = performance.now()
    if (!feed) this.#see(null, now, now)
    else this.#link.listen(feed.key, (message, fromPort) => this.#receive(message, fromPort))
  }

  publish(): Promise<MediaSession> {
    return Promise.reject(new MediaRefused(404, 'the broadcaster is in another process'))
  }

  subscribe(): Promise<MediaSession> {
    return this.publish()
  }

  closeResource(): void {}

  follow(): void {}

  partnerGone(): void {}

  /** To be called several times a second. */
  tick(now: number): void {
    if (this.#isHere && now - this.#stateReceivedAt > silenceMsMax)
      this.#see(null, this.#stateReceivedAt, now)
    for (const track of this.#tracks?.tracks.values() ?? []) track.tick(now)
    if (now - this.#receiversNotifiedAt < notifyReceiversEveryMs) return
    this.#receiversNotifiedAt = now
    this.#notifyReceivers(now)
  }

  close(): void {
    if (this.#feed) this.#link.stopListening(this.#feed.key)
    this.#feed = null
    this.#tracks?.close()
    this.#tracks = null
  }

  #receive(datagram: Buffer, fromPort: number): void {
    if (fromPort !== this.#feed?.port) return
    const message = parseFeedMessage(datagram)
    if (!message) return
    const now = performance.now()
    if (message.type === 'state') {
      this.#stateReceivedAt = now
      this.#see(message.state, now - message.state.lostForMs, now)
      return
    }
    if (message.type !== 'rtp' && message.type !== 'rtcp') return
    if (message.publication !== this.#tracks?.publication) return
    const track = this.#tracks.tracks.get(message.kind)
    if (message.type === 'rtp') track?.receiveOf(message.encoding, message.packet, message.header, now)
    else
      for (const each of parseRtcp(message.packet))
        if (each.type === 'senderReport') track?.receiveSenderReport(each.report, now)
  }

  #see(state: FeedState | null, lostSince: number, now: number): void {
    const published = state?.tracks ?? null
    if ((published ? state?.publication : undefined) !== this.#tracks?.publication) {
      this.#tracks?.close()
      this.#tracks =
        state &&
        published &&
        new FarTracks(
          state.publication,
          published,
          (feedback) => this.#sendFeedback(feedback),
          this.#link.atTurnEnd,
        )
      this.#room.tracksChanged(now)
    }
    const isHere = state?.isHere === true
    if (isHere === this.#isHere) return
    this.#isHere = isHere
    if (isHere) this.#room.broadcasterHere('watchers', now)
    else this.#room.broadcasterLost('watchers', lostSince, now)
  }

  #sendFeedback(packet: Buffer): void {
    if (this.#feed) this.#link.send(writeFeedback(this.#feed.keyBytes, packet), this.#feed.port)
  }

  #notifyReceivers(now: number): void {
    const track = this.#tracks?.tracks.get('video')
    if (!this.#feed || !track) return
    const receivers = [...track.receivers]
      .filter(({ setsBitrate }) => setsBitrate)
      .flatMap((each): FeedReceiver[] => {
        const downstream = each.downstream(now)
        return downstream ? [[each.layer, downstream.loss, downstream.estimateBps]] : []
      })
      .slice(0, receiversMax)
    this.#link.send(writeReceivers(this.#feed.keyBytes, receivers), this.#feed.port)
  }
}
