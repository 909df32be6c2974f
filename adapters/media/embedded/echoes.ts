import { type EchoRoomSpec, MediaRefused } from '../port.ts'
import type { SupervisedProcess } from './supervised.ts'

const requestTimeoutMs = 5_000
/**
 * Open at once in each media process: with one way in and one way out an echo costs half a video call, so that tests
 * never take more than the room of five calls.
 */
export const echoesPerProcessMax = 10

interface Echo {
  place: SupervisedProcess
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

  async open({ roomId, participantId, maxMs }: EchoRoomSpec, place: SupervisedProcess): Promise<void> {
    const closing = this.close(roomId)
    const count = [...this.places()].filter((each) => each === place).length
    if (count >= echoesPerProcessMax) throw new MediaRefused(503, 'no echo room is free')
    const timer = setTimeout(() => void this.close(roomId), maxMs)
    timer.unref()
    this.#open.set(roomId, { place, timer })
    try {
      await Promise.all([closing, place.ask({ type: 'openEcho', roomId, participantId }, requestTimeoutMs)])
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

  #forget(roomId: string): Echo | undefined {
    const echo = this.#open.get(roomId)
    clearTimeout(echo?.timer)
    this.#open.delete(roomId)
    return echo
  }
}
