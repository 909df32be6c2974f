import { type EchoRoomSpec, MediaRefused } from '../../port.ts'
import type { SupervisedProcess } from '../process/supervised.ts'
import { echoToGiveUp } from './echo-places.ts'

const requestTimeoutMs = 5_000
/**
 * Echo rooms open at once in each media process. One incoming and one outgoing connection cost half a video call, so
 * pre-call checks never take more than the capacity of five calls.
 */
const echoesPerProcessMax = 10

interface Echo {
  place: SupervisedProcess
  networkKey: string
  timer: NodeJS.Timeout
}

/** The open echo rooms and their processes. An echo room that dies with its process isn't opened again. */
export class Echoes {
  readonly #open = new Map<string, Echo>()

  placeOf(roomId: string): SupervisedProcess | undefined {
    return this.#open.get(roomId)?.place
  }

  /** The process of each open echo room. */
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
      // Nothing awaits from here until the new room has its place, so two requests at once can't choose the same room.
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
        place.request({ type: 'openEcho', roomId, participantId }, requestTimeoutMs),
      ])
    } catch (error) {
      await this.close(roomId)
      throw error
    }
  }

  /** A process that doesn't answer hangs and is replaced, and its echoes go with it. */
  async close(roomId: string): Promise<void> {
    const echo = this.#delete(roomId)
    await echo?.place.request({ type: 'closeEcho', roomId }, requestTimeoutMs).catch(() => undefined)
  }

  /** Their process has ended. */
  processEnded(ended: SupervisedProcess): void {
    for (const [roomId, { place }] of this.#open) if (place === ended) this.#delete(roomId)
  }

  /** A process that doesn't answer hangs: its echoes count as in use until they go with it. */
  async #idleness(): Promise<ReadonlyMap<string, number>> {
    const requests = [...new Set(this.places())].map((place) =>
      place.request({ type: 'echoIdleness' }, requestTimeoutMs).catch(() => []),
    )
    return new Map((await Promise.all(requests)).flat())
  }

  #toGiveUp(idleness: ReadonlyMap<string, number>, networkKey: string) {
    const open = [...this.#open].map(([roomId, echo]) => ({
      roomId,
      networkKey: echo.networkKey,
      // Unknown: the room opened while the processes were being asked.
      idleMs: idleness.get(roomId) ?? 0,
    }))
    const roomId = echoToGiveUp(open, networkKey)
    const place = roomId === null ? undefined : this.placeOf(roomId)
    if (roomId === null || !place) throw new MediaRefused(503, 'no echo room is free')
    return { roomId, place }
  }

  #delete(roomId: string): Echo | undefined {
    const echo = this.#open.get(roomId)
    clearTimeout(echo?.timer)
    this.#open.delete(roomId)
    return echo
  }
}
