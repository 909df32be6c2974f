import { type EchoRoomSpec, MediaRefused } from '../../port.ts'
import type { SupervisedProcess } from '../process/supervised.ts'
import { echoToGiveUp } from './echo-places.ts'

const requestTimeoutMs = 5_000
/**
 * Open at once in each media process: with one way in and one way out an echo costs half a video call, so that tests
 * never take more than the room of five calls.
 */
export const echoesPerProcessMax = 10

interface Echo {
  place: SupervisedProcess
  networkKey: string
  timer: NodeJS.Timeout
}

/** The rooms of one that are open, and where. An echo that dies with its process is gone: nobody waits for it. */
export class Echoes {
  readonly #open = new Map<string, Echo>()

  placeOf(roomId: string): SupervisedProcess | undefined {
    return this.#open.get(roomId)?.place
  }

  /** The place of each echo that is open. */
  *places(): Iterable<SupervisedProcess> {
    for (const { place } of this.#open.values()) yield place
  }

  isFull(place: SupervisedProcess): boolean {
    return [...this.places()].filter((each) => each === place).length >= echoesPerProcessMax
  }

  /** @param freePlace answers the process to open it in, or null when none has room for another echo */
  async open(spec: EchoRoomSpec, freePlace: () => SupervisedProcess | null): Promise<void> {
    const { roomId, participantId, networkKey, maxMs } = spec
    const closing = [this.close(roomId)]
    let place = freePlace()
    if (!place) {
      const idleness = await this.#idleness()
      // Nothing waits from here on until the new one has its place: of two at once each finds its own.
      closing.push(this.close(roomId))
      place = freePlace()
      if (!place) {
        const givenUp = this.#toGiveUp(idleness, networkKey)
        place = givenUp.place
        closing.push(this.close(givenUp.roomId))
      }
    }
    const timer = setTimeout(() => void this.close(roomId), maxMs)
    timer.unref()
    this.#open.set(roomId, { place, networkKey, timer })
    try {
      await Promise.all([
        ...closing,
        place.ask({ type: 'openEcho', roomId, participantId }, requestTimeoutMs),
      ])
    } catch (error) {
      await this.close(roomId)
      throw error
    }
  }

  /** A process that doesn't answer hangs and is replaced, and its echoes go with it. */
  async close(roomId: string): Promise<void> {
    const echo = this.#forget(roomId)
    await echo?.place.ask({ type: 'closeEcho', roomId }, requestTimeoutMs).catch(() => undefined)
  }

  /** Their process has ended. */
  forgetAllAt(ended: SupervisedProcess): void {
    for (const [roomId, { place }] of this.#open) if (place === ended) this.#forget(roomId)
  }

  /** A process that doesn't answer hangs: its echoes count as in use until they go with it. */
  async #idleness(): Promise<ReadonlyMap<string, number>> {
    const asked = [...new Set(this.places())].map((place) =>
      place.ask({ type: 'echoIdleness' }, requestTimeoutMs).catch(() => []),
    )
    return new Map((await Promise.all(asked)).flat())
  }

  #toGiveUp(idleness: ReadonlyMap<string, number>, networkKey: string) {
    const open = [...this.#open].map(([roomId, echo]) => ({
      roomId,
      networkKey: echo.networkKey,
      // Unknown: it was opened while the processes were asked.
      idleMs: idleness.get(roomId) ?? 0,
    }))
    const roomId = echoToGiveUp(open, networkKey)
    const place = roomId === null ? undefined : this.placeOf(roomId)
    if (roomId === null || !place) throw new MediaRefused(503, 'no echo room is free')
    return { roomId, place }
  }

  #forget(roomId: string): Echo | undefined {
    const echo = this.#open.get(roomId)
    clearTimeout(echo?.timer)
    this.#open.delete(roomId)
    return echo
  }
}
