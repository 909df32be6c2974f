import { type LineSpec, MediaRefused, type MediaSession, type PageOfRoom, type RoomPage } from '../../port.ts'
import { kindsOf } from '../signaling/codecs.ts'
import { negotiatePublish, negotiateSubscribe } from '../signaling/negotiate.ts'
import { parseOffer } from '../signaling/sdp.ts'
import { Publication } from '../tracks/publication.ts'
import { Subscription } from '../tracks/subscription.ts'
import type { Endpoint, TransportEvents } from '../transport/transport.ts'
import type { Line } from './line.ts'

/** Of one participant of one ring: as many devices as somebody may leave open. The newest page takes the oldest one's. */
export const pagesPerParticipantMax = 4
/** Of all rings of a media process. Each page has two connections, which cost memory and no packets. */
export const standingPagesMax = 200
/** A ring lasts 30 s. What nobody closed ends by itself. */
export const standingMsMax = 40_000

type Way = 'publication' | 'subscription'

/** The connections of one page while its call rings; nothing is forwarded to them or kept of them. */
class StandingPage {
  readonly participantId: string
  readonly pageId: string
  readonly openedAt: number
  readonly #connections: Partial<Line> = {}
  /** Those whose answer has left. */
  readonly #answered = new Set<Publication | Subscription>()

  constructor({ participantId, pageId }: LineSpec, now: number) {
    this.participantId = participantId
    this.pageId = pageId
    this.openedAt = now
  }

  /** Resolves with the answer; a connection that another one replaced meanwhile, or that was closed, is refused. */
  async place(way: Way, connection: Publication | Subscription): Promise<MediaSession> {
    this.drop(way, { isKnown: true })
    Object.assign(this.#connections, { [way]: connection })
    try {
      const session = await connection.answer()
      if (this.#connections[way] !== connection) throw new MediaRefused(409, 'the line is gone')
      this.#answered.add(connection)
      return session
    } catch (error) {
      this.forget(way, connection)
      connection.close()
      throw error
    }
  }

  /** Both connections, which are the caller's to close from now on; null while one of them isn't answered. */
  take(): Line | null {
    const { publication, subscription } = this.#connections
    if (!publication || !subscription) return null
    if (!this.#answered.has(publication) || !this.#answered.has(subscription)) return null
    delete this.#connections.publication
    delete this.#connections.subscription
    return { publication, subscription }
  }

  forget(way: Way, connection: Publication | Subscription): void {
    if (this.#connections[way] === connection) delete this.#connections[way]
  }

  drop(way: Way, how?: { isKnown: boolean }): void {
    const connection = this.#connections[way]
    delete this.#connections[way]
    connection?.close(how)
  }

  closeResource(resourceId: string): void {
    for (const way of ['publication', 'subscription'] as const)
      if (this.#connections[way]?.id === resourceId) this.drop(way, { isKnown: true })
  }

  get isEmpty(): boolean {
    return !this.#connections.publication && !this.#connections.subscription
  }

  close(): void {
    this.drop('publication')
    this.drop('subscription')
  }
}

/**
 * The lines that stand while calls ring: every ringing page of either side brings both connections up, so that an
 * answer needs none. A line belongs to a page, and to no room: what comes in is dropped unread, and nothing is behind
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
      this.#eventsOf(spec.roomId, () => page.forget('publication', publication)),
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
      this.#eventsOf(spec.roomId, () => page.forget('subscription', subscription)),
    )
    return this.#place(spec.roomId, page, 'subscription', subscription)
  }

  closeResource(roomId: string, participantId: string, resourceId: string): void {
    for (const page of this.#rings.get(roomId) ?? [])
      if (page.participantId === participantId) page.closeResource(resourceId)
    this.#tidy(roomId)
  }

  /**
   * Hands the lines of these pages over and closes all others of the ring. Of a participant whose page isn't named the
   * newest one counts; what is incomplete is closed too.
   */
  take(roomId: string, wanted: readonly RoomPage[]): [page: PageOfRoom, line: Line][] {
    const standing = this.#rings.get(roomId) ?? []
    const taken = wanted.flatMap(({ participantId, pageId }): [PageOfRoom, Line][] => {
      const page = standing.findLast(
        (each) => each.participantId === participantId && (pageId === undefined || each.pageId === pageId),
      )
      const line = page?.take()
      return page && line ? [[{ participantId, pageId: page.pageId }, line]] : []
    })
    this.close(roomId)
    return taken
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
    const { roomId, participantId, pageId } = spec
    const pages = this.#rings.get(roomId) ?? []
    const known = pages.find((each) => each.participantId === participantId && each.pageId === pageId)
    if (known) return known
    const own = pages.filter((each) => each.participantId === participantId)
    const [oldest] = own
    if (oldest && own.length >= pagesPerParticipantMax) this.#remove(roomId, oldest)
    if (this.#count() >= standingPagesMax) throw new MediaRefused(503, 'too many lines stand')
    const page = new StandingPage(spec, performance.now())
    this.#rings.set(roomId, [...(this.#rings.get(roomId) ?? []), page])
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

  #tidy(roomId: string): void {
    for (const page of this.#rings.get(roomId) ?? []) if (page.isEmpty) this.#remove(roomId, page)
  }
}
