import { randomBytes } from 'node:crypto'
import type { PlacedRoom, Placement } from './placement.ts'
import type { SupervisedProcess } from './supervised.ts'

const requestTimeoutMs = 5_000
const keyBytes = 16

/**
 * Tells the processes of a room where its broadcaster's media comes from: the process of the broadcaster sends it to
 * each other one that has seats of the room.
 */
export class Feeds {
  readonly #placement: Placement

  constructor(placement: Placement) {
    this.#placement = placement
  }

  /** Makes this process get the room's media. Rejects with 503 while one of the two is down. */
  async link(room: PlacedRoom, place: SupervisedProcess): Promise<void> {
    if (room.place === null || place === room.place) return
    room.feedKey ??= randomBytes(keyBytes).toString('hex')
    await Promise.all([this.#follow(room, place), this.#sendPorts(room)])
  }

  /** The broadcaster's process has changed: the seats in other processes get the media from the new one. */
  async relink(room: PlacedRoom): Promise<void> {
    room.feedKey = null
    const others = this.#others(room)
    await Promise.all(others.map((place) => this.link(room, place).catch(() => undefined)))
  }

  /** The broadcaster's process has ended. */
  cut(room: PlacedRoom): void {
    const { spec } = room
    for (const place of this.#placement.placesOf(room)) {
      place.request({ type: 'followRoom', room: spec, feed: null }, requestTimeoutMs).catch(() => undefined)
    }
  }

  /** A process without a seat of the room any more needs none of it. */
  async leave(room: PlacedRoom, place: SupervisedProcess | null): Promise<void> {
    if (!place || place === room.place || this.#others(room).includes(place)) return
    const { roomId } = room.spec
    const closed = place.request({ type: 'closeRoom', roomId }, requestTimeoutMs)
    await Promise.all([closed, this.#sendPorts(room)]).catch(() => undefined)
  }

  async #follow(room: PlacedRoom, place: SupervisedProcess): Promise<void> {
    const feed = { key: room.feedKey ?? '', port: room.place?.feedPort ?? 0 }
    await place.request({ type: 'followRoom', room: room.spec, feed }, requestTimeoutMs)
  }

  async #sendPorts(room: PlacedRoom): Promise<void> {
    const { feedKey, place, spec } = room
    if (!place || feedKey === null) return
    const ports = this.#others(room).map(({ feedPort }) => feedPort)
    await place.request({ type: 'feedRoom', roomId: spec.roomId, key: feedKey, ports }, requestTimeoutMs)
  }

  /** The processes that have seats of the room, but for the broadcaster's. */
  #others(room: PlacedRoom): SupervisedProcess[] {
    return [...this.#placement.placesOf(room)].filter((place) => place !== room.place && place.isUp)
  }
}
