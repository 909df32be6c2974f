import {
  type LineSession,
  type LineSpec,
  MediaRefused,
  type PageAttempt,
  type PageOfRoom,
} from '../../port.ts'
import { kindsOf } from '../signaling/codecs.ts'
import type { Endpoint } from '../transport/transport.ts'
import { Line, readLineOffer } from './line.ts'

/** Of one participant of one ring: as many devices as somebody may leave open. */
export const pagesPerParticipantMax = 4
/** Of all rings of a media process. Each page has a connection, which costs memory and no packets. */
export const preconnectedPagesMax = 200
/** A ring lasts 30 s. What nobody closed ends by itself. */
export const preconnectedMsMax = 40_000

/** A page that gets a place in the room, with its line as far as that has come. */
export interface HandedOver {
  page: PageOfRoom
  line: Line | null
  attempt: number
}

/** One page while its call rings. */
class PreconnectedPage {
  readonly page: PageOfRoom
  readonly openedAt: number
  #line: Line | null = null
  /** Its last line has ended by itself, and the page may not know it. */
  isBroken = false
  /** The highest attempt of the page. */
  newest = 0

  constructor({ participantId, pageId }: LineSpec, now: number) {
    this.page = { participantId, pageId }
    this.openedAt = now
  }

  /** Closes the line before and resolves with this one's answer. Refuses with 409 when it was closed or replaced meanwhile. */
  async place(line: Line): Promise<LineSession> {
    this.close()
    this.#line = line
    // A page that makes a new line knows that the one before has ended.
    this.isBroken = false
    try {
      return await line.answer()
    } catch (error) {
      if (this.#line === line) this.close()
      throw error
    }
  }

  /** Its line, or null without one. Who gets it closes it. */
  handOver(): Line | null {
    const line = this.#line
    this.#line = null
    return line
  }

  ended(line: Line): void {
    if (this.#line !== line) return
    this.close()
    this.isBroken = true
  }

  get isEmpty(): boolean {
    return this.#line === null
  }

  close(): void {
    this.#line?.close()
    this.#line = null
  }
}

/**
 * The lines that are kept while calls ring: every ringing page of either side brings its connection up, so that an
 * answer needs none. A line belongs to a page, and to no room: what comes in is dropped, and nothing is behind
 * it that could go out. The room that the answer opens takes the lines of its two pages; all others end.
 */
export class PreconnectedLines {
  readonly #endpoint: Endpoint
  readonly #rings = new Map<string, PreconnectedPage[]>()

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  /**
   * The same page again replaces its line. Refuses with 503 when there are too many, and with 409 an attempt that comes
   * after a later one.
   */
  async preconnect(spec: LineSpec, offerSdp: string): Promise<LineSession> {
    const { roomId, attempt } = spec
    const offer = readLineOffer(offerSdp, kindsOf[spec.kind])
    const page = this.#pageOf(spec)
    if (attempt < page.newest) throw new MediaRefused(409, 'the page has made a later offer')
    page.newest = attempt
    const line: Line = new Line(offer, this.#endpoint, () => {
      page.ended(line)
      this.#tidy(roomId)
    })
    try {
      return await page.place(line)
    } finally {
      this.#tidy(roomId)
    }
  }

  /** The page doesn't ring any more. */
  closePage(roomId: string, page: PageAttempt): void {
    for (const each of this.#rings.get(roomId) ?? [])
      if (isSame(each.page, page) && each.newest <= page.attempt) this.#remove(roomId, each)
  }

  /**
   * Hands over the lines of these pages, which may not have come yet, and closes all other lines of the ring. A page
   * whose line has ended is left out.
   */
  handOver(roomId: string, pages: readonly PageOfRoom[]): HandedOver[] {
    const standing = this.#rings.get(roomId) ?? []
    const handedOver = pages.flatMap((page): HandedOver[] => {
      const found = standing.find((each) => isSame(each.page, page))
      if (found?.isBroken) return []
      return [{ page, line: found?.handOver() ?? null, attempt: found?.newest ?? 0 }]
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
      if (oldest && now - oldest.openedAt > preconnectedMsMax) this.close(roomId)
    }
  }

  #pageOf(spec: LineSpec): PreconnectedPage {
    const pages = this.#rings.get(spec.roomId) ?? []
    const known = pages.find(({ page }) => isSame(page, spec))
    if (known) return known
    const own = pages.filter(({ page }) => page.participantId === spec.participantId)
    if (own.length >= pagesPerParticipantMax || this.#count() >= preconnectedPagesMax)
      throw new MediaRefused(503, 'too many lines stand')
    const page = new PreconnectedPage(spec, performance.now())
    this.#rings.set(spec.roomId, [...pages, page])
    return page
  }

  #count(): number {
    return [...this.#rings.values()].reduce((sum, pages) => sum + pages.length, 0)
  }

  #remove(roomId: string, page: PreconnectedPage): void {
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
