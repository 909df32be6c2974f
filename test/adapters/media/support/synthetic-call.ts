import { expect, vi } from 'vitest'
import {
  type MediaEvent,
  type MediaReading,
  type MediaRole,
  type MediaRoomSpec,
  type MediaServer,
  type SideSending,
  zeroReading,
} from '#adapters/media/port.ts'
import { closeTwoParty, openTwoParty } from '#adapters/media/two-party.ts'
import { broadcasterId, payerId } from './stage.ts'
import { SyntheticReceiver, SyntheticSender } from './synthetic.ts'

const patience = { timeout: 20_000, interval: 50 }

interface OpenTraits {
  broadcasterSends?: SideSending
  wasConnected?: boolean
}

interface JoinTraits {
  /** The payer sends NACKs for missing packets of the picture. */
  requestsAgain?: boolean
  /** Of the broadcaster's media. */
  packetsPerFrame?: number
}

/** A call without browsers: the broadcaster's synthetic media goes through the server to a receiver that counts it. */
export class SyntheticCall {
  readonly media: MediaServer
  readonly roomId = `room-${crypto.randomUUID()}`
  readonly events: MediaEvent[] = []
  readonly #kind: MediaRoomSpec['kind']
  readonly #unsubscribe: () => void
  /** Answers go through these, for example to send the media through a relay. */
  readonly rewrites: Record<MediaRole, (answer: string) => string> = {
    payer: (answer) => answer,
    broadcaster: (answer) => answer,
  }
  ofBroadcaster: SyntheticSender | null = null
  ofCaller: SyntheticReceiver | null = null

  private constructor(media: MediaServer, kind: MediaRoomSpec['kind']) {
    this.media = media
    this.#kind = kind
    this.#unsubscribe = media.onEvent((event) => {
      const rooms = 'roomId' in event ? [event.roomId] : event.roomIds
      if (rooms.includes(this.roomId)) this.events.push(event)
    })
  }

  static async open(
    media: MediaServer,
    kind: MediaRoomSpec['kind'] = 'video',
    traits?: OpenTraits,
  ): Promise<SyntheticCall> {
    const call = new SyntheticCall(media, kind)
    await call.openRoom(zeroReading, traits)
    return call
  }

  /** Open, and the broadcaster's media reaches the payer. */
  static async connect(media: MediaServer, kind: MediaRoomSpec['kind'] = 'video'): Promise<SyntheticCall> {
    const call = await SyntheticCall.open(media, kind)
    await call.join()
    return call
  }

  async openRoom(
    carried: MediaReading = zeroReading,
    { broadcasterSends, wasConnected }: OpenTraits = {},
  ): Promise<void> {
    await openTwoParty(this.media, {
      roomId: this.roomId,
      kind: this.#kind,
      payerId,
      broadcasterId,
      fundedMs: 3_600_000,
      unprovenMsMax: 60_000,
      carried,
      broadcasterSends,
      wasConnected,
    })
  }

  async join({ requestsAgain = false, packetsPerFrame }: JoinTraits = {}): Promise<void> {
    this.leave()
    const hasVideo = this.#kind === 'video'
    await this.broadcast(packetsPerFrame)
    this.ofCaller = await SyntheticReceiver.connect(
      async (offer) =>
        this.rewrites.payer((await this.media.subscribe(this.roomId, payerId, offer)).answerSdp),
      { hasVideo, requestsAgain },
    )
    await this.flows()
  }

  /** The broadcaster comes alone. */
  async broadcast(packetsPerFrame?: number): Promise<void> {
    this.ofBroadcaster = await SyntheticSender.connect(
      async (offer) =>
        this.rewrites.broadcaster((await this.media.publish(this.roomId, broadcasterId, offer)).answerSdp),
      { hasVideo: this.#kind === 'video', ...(packetsPerFrame && { packetsPerFrame }) },
    )
  }

  /**
   * The broadcaster of a voice call publishes a picture too, over another connection.
   *
   * @param kind what the call carries by now, where the room may not know it yet
   */
  async publishPicture(kind?: MediaRoomSpec['kind']): Promise<void> {
    const before = this.ofBroadcaster
    this.ofBroadcaster = await SyntheticSender.connect(
      async (offer) => (await this.media.publish(this.roomId, broadcasterId, offer, kind)).answerSdp,
      { hasVideo: true },
    )
    before?.close()
  }

  reading(): MediaReading {
    return this.media.readings().get(this.roomId) ?? zeroReading
  }

  /** What happened so far, but for what is carried and published, which have tests of their own. */
  happened(): string[] {
    return this.events.map(({ type }) => type).filter((type) => type !== 'carries' && type !== 'publishing')
  }

  async happens(what: string): Promise<void> {
    await expect.poll(() => this.happened(), patience).toContain(what)
  }

  /** Resolves when so many packets more than now reached the payer, and time was charged for them. */
  async flows(packets = 50): Promise<void> {
    const { chargedMs } = this.reading()
    const before = this.ofCaller?.packets ?? 0
    await vi.waitFor(() => {
      expect((this.ofCaller?.packets ?? 0) - before).toBeGreaterThan(packets)
      expect(this.reading().chargedMs).toBeGreaterThan(chargedMs)
    }, patience)
  }

  leave(): void {
    this.ofBroadcaster?.close()
    this.ofCaller?.close()
    this.ofBroadcaster = null
    this.ofCaller = null
  }

  async close(): Promise<MediaReading> {
    this.leave()
    this.#unsubscribe()
    return closeTwoParty(this.media, this.roomId)
  }
}
