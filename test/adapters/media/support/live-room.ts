import { expect } from 'vitest'
import {
  type MediaEvent,
  type MediaReading,
  type MediaSeatSpec,
  type MediaServer,
  zeroReading,
} from '#adapters/media/port.ts'
import { broadcasterId } from './stage.ts'
import { SyntheticReceiver, SyntheticSender } from './synthetic.ts'

const patience = { timeout: 20_000, interval: 20 }

/** What each participant's packets end with. */
export const marks = { broadcaster: 0xb0, partner: 0xc0 }

/** A live room without browsers: one broadcaster's synthetic media, and receivers that count what they get. */
export class LiveRoom {
  readonly media: MediaServer
  readonly roomId = `live-${crypto.randomUUID()}`
  readonly events: MediaEvent[] = []
  readonly #clients: { close(): void }[] = []
  readonly #unsubscribe: () => void

  private constructor(media: MediaServer) {
    this.media = media
    this.#unsubscribe = media.onEvent((event) => {
      if (!('roomId' in event) || event.roomId === this.roomId) this.events.push(event)
    })
  }

  static async open(media: MediaServer): Promise<LiveRoom> {
    const room = new LiveRoom(media)
    await room.openRoom()
    return room
  }

  async openRoom(): Promise<void> {
    await this.media.openRoom({ roomId: this.roomId, kind: 'video', broadcasterId })
  }

  /** @param rewrite what the offer says instead */
  async goLive(rewrite = (offer: string): string => offer): Promise<SyntheticSender> {
    const publish = this.#publish(broadcasterId)
    const sender = await SyntheticSender.connect((offer) => publish(rewrite(offer)), {
      mark: marks.broadcaster,
    })
    this.#clients.push(sender)
    return sender
  }

  /** Opens a seat. Its payer's id is the seat's. */
  async openSeat(seatId: string, traits: Partial<MediaSeatSpec> = {}): Promise<void> {
    await this.media.openSeat({
      seatId,
      roomId: this.roomId,
      payerId: seatId,
      payerSends: false,
      fundedMs: 3_600_000,
      unprovenMsMax: 60_000,
      carried: zeroReading,
      ...traits,
    })
  }

  /** Connects the payer of an open seat. */
  async connect(participantId: string): Promise<SyntheticReceiver> {
    const receiver = await SyntheticReceiver.connect(
      async (offer) => (await this.media.subscribe(this.roomId, participantId, offer)).answerSdp,
    )
    this.#clients.push(receiver)
    return receiver
  }

  async watch(seatId: string, traits: Partial<MediaSeatSpec> = {}): Promise<SyntheticReceiver> {
    await this.openSeat(seatId, traits)
    return this.connect(seatId)
  }

  /** The payer of a seat that sends. */
  async send(participantId: string): Promise<SyntheticSender> {
    const sender = await SyntheticSender.connect(this.#publish(participantId), { mark: marks.partner })
    this.#clients.push(sender)
    return sender
  }

  reading(seatId: string): MediaReading {
    return this.media.readings().get(seatId) ?? zeroReading
  }

  /** What happened to a seat so far, but for what it carries. */
  happened(seatId: string): string[] {
    return this.events.flatMap((event) => {
      const isIts =
        'seatIds' in event ? event.seatIds.includes(seatId) : 'seatId' in event && event.seatId === seatId
      if (!isIts || event.type === 'carries') return []
      return ['role' in event ? `${event.type} ${event.role}` : event.type]
    })
  }

  async happens(seatId: string, what: string): Promise<void> {
    await expect.poll(() => this.happened(seatId), patience).toContain(what)
  }

  /** Whether the broadcaster publishes, as the room said it in turn. */
  published(): boolean[] {
    return this.events.flatMap((event) => (event.type === 'publishing' ? [event.isPublishing] : []))
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.close()
    await this.media.closeRoom(this.roomId)
    this.#unsubscribe()
  }

  #publish(participantId: string) {
    return async (offer: string) => (await this.media.publish(this.roomId, participantId, offer)).answerSdp
  }
}

/** Resolves when so many packets more than now have come. */
export const gets = async (receiver: SyntheticReceiver, packets = 60): Promise<void> => {
  const before = receiver.packets
  await expect.poll(() => receiver.packets - before, patience).toBeGreaterThanOrEqual(packets)
}
