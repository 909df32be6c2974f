import { type LineSession, type LineSpec, MediaRefused, type PageAttempt } from '../../port.ts'
import type { SupervisedProcess } from '../process/supervised.ts'
import { preconnectedMsMax } from './preconnected-lines.ts'

const requestTimeoutMs = 5_000
/** A media process bounds its lines itself (preconnected-lines.ts); this bounds what is remembered of rings. */
const ringsMax = 2_000

interface Ring {
  /** Null: its process has ended, and its lines with it. */
  place: SupervisedProcess | null
  /** As much as the call will weigh. */
  weight: number
  timer: NodeJS.Timeout
}

/** The calls that ring and have lines, and the process of each; the room will be opened there. */
export class Rings {
  readonly #rings = new Map<string, Ring>()

  has(roomId: string): boolean {
    return this.#rings.has(roomId)
  }

  placeOf(roomId: string): SupervisedProcess | null {
    return this.#rings.get(roomId)?.place ?? null
  }

  /**
   * Whether a room that is opened in this process may take over lines of the ring: it has none elsewhere, neither in
   * another process nor in one that has ended, whose pages may not know of it. True without a ring.
   */
  mayBeAdoptedBy(place: SupervisedProcess, roomId: string): boolean {
    const ring = this.#rings.get(roomId)
    return !ring || ring.place === place
  }

  /** What the calls will weigh in each process. */
  *weights(): Iterable<[SupervisedProcess, number]> {
    for (const { place, weight } of this.#rings.values()) if (place) yield [place, weight]
  }

  /** @param choose answers the process of the first line, or null when none is up */
  async preconnect(
    { line, offerSdp, weight }: { line: LineSpec; offerSdp: string; weight: number },
    choose: () => SupervisedProcess | null,
  ): Promise<LineSession> {
    const { roomId } = line
    const known = this.#rings.get(roomId)
    const place = known ? known.place : this.#rings.size < ringsMax ? choose() : null
    if (!place) throw new MediaRefused(503, 'no place for a line')
    if (!known) {
      const timer = setTimeout(() => void this.close(roomId), preconnectedMsMax)
      timer.unref()
      this.#rings.set(roomId, { place, weight, timer })
    }
    return place.request({ type: 'preconnect', line, offerSdp }, requestTimeoutMs)
  }

  /** The line of this page ends. The ring goes on. */
  async closePage(roomId: string, page: PageAttempt): Promise<void> {
    await this.placeOf(roomId)
      ?.request({ type: 'closeLine', roomId, page }, requestTimeoutMs)
      .catch(() => undefined)
  }

  /** A process that doesn't answer hangs and is replaced, and its lines go with it. */
  async close(roomId: string): Promise<void> {
    const place = this.placeOf(roomId)
    this.delete(roomId)
    await place?.request({ type: 'closeLines', roomId }, requestTimeoutMs).catch(() => undefined)
  }

  /** The room is open: its process has taken the lines, and closed those that it didn't take. */
  delete(roomId: string): void {
    clearTimeout(this.#rings.get(roomId)?.timer)
    this.#rings.delete(roomId)
  }

  /** Their process has ended. */
  processEnded(ended: SupervisedProcess): void {
    for (const ring of this.#rings.values()) if (ring.place === ended) ring.place = null
  }
}
