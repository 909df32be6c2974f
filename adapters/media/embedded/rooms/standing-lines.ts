import { type LineSpec, MediaRefused, type MediaSession, type PageOfRoom } from '../../port.ts'
import { kindsOf } from '../signaling/codecs.ts'
import { negotiatePublish, negotiateSubscribe } from '../signaling/negotiate.ts'
import { parseOffer } from '../signaling/sdp.ts'
import { Publication } from '../tracks/publication.ts'
import { Subscription } from '../tracks/subscription.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'
import type { Line } from './line.ts'

/** Of one participant of one ring: as many devices as somebody may leave open. */
export const pagesPerParticipantMax = 4
/** Of all rings of a media process. Each page has two connections, which cost memory and no packets. */
export const standingPagesMax = 200
/** A ring lasts 30 s. What nobody closed ends by itself. */
export const standingMsMax = 40_000

type Way = keyof Line

/** The connections of one page while its call rings; nothing is forwarded to them or kept of them. */
class StandingPage {
  readonly page: PageOfRoom
  readonly openedAt: number
  #connections: Partial<Line> = {}
  readonly #dropped = new WeakSet<Publication | Subscription>()
  /** A connection that its page may believe in has ended. */
  isBroken = false

  constructor({ participantId, pageId }: LineSpec, now: number) {
    this.page = { participantId, pageId }
    this.openedAt = now
  }

  /** Resolves with the answer; a connection that another one replaced meanwhile, or that was closed, is refused. */
  async place(way: Way, connection: Publication | Subscription): Promise<MediaSession> {
    this.#drop(way)
    Object.assign(this.#connections, { [way]: connection })
    try {
      const session = await connection.answer()
      if (this.#dropped.has(connection)) throw new MediaRefused(409, 'the line is gone')
      return session
    } catch (error) {
      if (this.#connections[way] === connection) this.#drop(way)
      throw error
    }
  }

  /** What there is of both connections. They are closed by whom they are handed to. */
  handOver(): Partial<Line> {
    const handedOver = this.#connections
    this.#connections = {}
    return handedOver
  }

  ended(way: Way, connection: Publication | Subscription): void {
    if (this.#connections[way] !== connection) return
    delete this.#connections[way]
    this.isBroken = true
  }

  closeResource(resourceId: string | null): void {
    for (const way of ['publication', 'subscription'] as const) {
      const id = this.#connections[way]?.id
      if (id !== undefined && (resourceId ?? id) === id) this.#drop(way)
    }
  }

  get isEmpty(): boolean {
    return !this.#connections.publication && !this.#connections.subscription
  }

  close(): void {
    this.#drop('publication')
    this.#drop('subscription')
  }

  #drop(way: Way): void {
    const connection = this.#connections[way]
    delete this.#connections[way]
    if (!connection) return
    this.#dropped.add(connection)
    connection.close()
  }
}

/**
 * The lines that are kept while calls ring: every ringing page of either side brings both connections up, so that an
 * answer needs none. A line belongs to a page, and to no room: what comes in is dropped, and nothing is behind
 * it that could go out. The room that the answer opens takes the lines of its two pages; all others end.
 */
export class StandingLines {
  readonly #endpoint: Endpoint
  readonly #rings = new Map<string, StandingPage[]>()

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  async publish(spec: LineSpec, offerSdp: string): Promise<MediaSession> {
    const negotiation = negotiatePublish(parseOffer(offerSdp), kindsOf[spec.kind])
    const page = this.#pageOf(spec)
    const publication: Publication = new Publication(
      negotiation,
      this.#endpoint,
      this.#eventsOf(spec.roomId, () => page.ended('publication', publication)),
      { isHeld: true },
    )
    return this.#place(spec.roomId, page, 'publication', publication)
  }

  async subscribe(spec: LineSpec, offerSdp: string): Promise<MediaSession> {
    const negotiation = negotiateSubscribe(parseOffer(offerSdp), kindsOf[spec.kind])
    const page = this.#pageOf(spec)
    const subscription: Subscription = new Subscription(
      negotiation,
      null,
      this.#endpoint,
      this.#eventsOf(spec.roomId, () => page.ended('subscription', subscription)),
    )
    return this.#place(spec.roomId, page, 'subscription', subscription)
  }

  closeResource(roomId: string, participantId: string, resourceId: string | null): void {
    for (const each of this.#rings.get(roomId) ?? [])
      if (each.page.participantId === participantId) each.closeResource(resourceId)
    this.#tidy(roomId)
  }

  /**
   * Hands over what exists of these pages, which may be nothing yet, and closes all other lines of the ring. A page
   * one of whose connections has ended is left out.
   */
  handOver(roomId: string, pages: readonly PageOfRoom[]): [page: PageOfRoom, line: Partial<Line>][] {
    const standing = this.#rings.get(roomId) ?? []
    const handedOver = pages.flatMap((page): [PageOfRoom, Partial<Line>][] => {
      const found = standing.find((each) => isSame(each.page, page))
      return found?.isBroken ? [] : [[page, found?.handOver() ?? {}]]
    })
    this.close(roomId)
    return handedOver
  }

  /** The ring is over. */
  close(roomId: string): void {
    for (const page of this.#rings.get(roomId) ?? []) page.close()
    this.#rings.delete(roomId)
  }

  closeAll(): void {
    for (const roomId of [...this.#rings.keys()]) this.close(roomId)
  }

  /** To be called several times a second. */
  tick(now: number): void {
    for (const [roomId, pages] of this.#rings) {
      const [oldest] = pages
      if (oldest && now - oldest.openedAt > standingMsMax) this.close(roomId)
    }
  }

  async #place(
    roomId: string,
    page: StandingPage,
    way: Way,
    connection: Publication | Subscription,
  ): Promise<MediaSession> {
    try {
      return await page.place(way, connection)
    } finally {
      this.#tidy(roomId)
    }
  }

  #eventsOf(roomId: string, closed: () => void): TransportEvents {
    return {
      opened: () => undefined,
      received: () => undefined,
      closed: () => {
        closed()
        this.#tidy(roomId)
      },
    }
  }

  #pageOf(spec: LineSpec): StandingPage {
    const pages = this.#rings.get(spec.roomId) ?? []
    const known = pages.find(({ page }) => isSame(page, spec))
    if (known) return known
    const own = pages.filter(({ page }) => page.participantId === spec.participantId)
    if (own.length >= pagesPerParticipantMax || this.#count() >= standingPagesMax)
      throw new MediaRefused(503, 'too many lines stand')
    const page = new StandingPage(spec, performance.now())
    this.#rings.set(spec.roomId, [...pages, page])
    return page
  }

  #count(): number {
    return [...this.#rings.values()].reduce((sum, pages) => sum + pages.length, 0)
  }

  #remove(roomId: string, page: StandingPage): void {
    page.close()
    const others = (this.#rings.get(roomId) ?? []).filter((each) => each !== page)
    if (others.length > 0) this.#rings.set(roomId, others)
    else this.#rings.delete(roomId)
  }

  /** A broken page is remembered: it may believe that its line is up. */
  #tidy(roomId: string): void {
    for (const page of this.#rings.get(roomId) ?? [])
      if (page.isEmpty && !page.isBroken) this.#remove(roomId, page)
  }
}

const isSame = (one: PageOfRoom, other: PageOfRoom): boolean =>
  one.participantId === other.participantId && one.pageId === other.pageId
