import { ReadingLog } from './embedded/metering/reading-log.ts'
import { mediaUnavailable } from './embedded/process/child.ts'
import {
  type MediaAnswers,
  type MediaRequest,
  publisherWaitMs,
  type RoomWithSeat,
} from './embedded/process/ipc.ts'
import { type MediaLog, SupervisedProcess } from './embedded/process/supervised.ts'
import { Echoes } from './embedded/rooms/echoes.ts'
import type { PublicAddress } from './embedded/signaling/candidates.ts'
import {
  type EchoRoomSpec,
  type MediaEvent,
  type MediaReading,
  type MediaReadings,
  MediaRefused,
  type MediaRoomSpec,
  type MediaSeatSpec,
  type MediaServer,
  type MediaSession,
  type SideSending,
} from './port.ts'

const requestTimeoutMs = 5_000
/** What a room weighs when processes are compared: packets a second, opus alone against opus with a picture. */
const weights: Record<MediaRoomSpec['kind'] | 'echo', number> = { voice: 50, video: 200, echo: 100 }

export interface EmbeddedMediaOptions {
  /**
   * The UDP port of the first media process, further ones count up from it; 0 picks a free one for each and keeps
   * it over restarts.
   */
  udpPort: number
  /** How many media processes share the rooms. Default 1. */
  processes?: number
  /** An address of this machine; `0.0.0.0` and `::` listen on all. */
  bindAddress: string
  /** Behind a NAT: announced instead of the machine's own addresses. Its port is the first media process's. */
  publicAddress?: PublicAddress | undefined
  /** Browsers may come through a relay: each process opens a second port for them, counted on from the first ones. */
  hasRelays?: boolean
  log: MediaLog
}

/** One media process as it is now. */
export interface MediaProcessFacts {
  udpPort: number
  /** Undefined while it is down. */
  pid: number | undefined
}

interface PlacedRoom {
  weight: number
  /**
   * `opening` was never open yet. `stranded` went down with its process, and the app doesn't know yet that it can be
   * opened again. `reopenable` went down too, and the app knows.
   */
  status: 'opening' | 'open' | 'stranded' | 'reopenable' | 'closing'
  /** Where it is or is being opened; it stays there as long as that process lives. */
  place: SupervisedProcess | null
}

const factsOf = ({ udpPort, pid }: SupervisedProcess): MediaProcessFacts => ({ udpPort, pid })

/**
 * The media server that comes with the app: WHIP in, WHEP out, in child processes that share the rooms and are
 * started again when they die. `start` rejects with a sentence for the operator when a UDP port or the address can't
 * be had.
 */
export const createEmbeddedMedia = (options: EmbeddedMediaOptions): EmbeddedMedia =>
  new EmbeddedMedia(options)

export class EmbeddedMedia implements MediaServer {
  readonly #log: MediaLog
  readonly #places: SupervisedProcess[]
  readonly #rooms = new Map<string, PlacedRoom>()
  readonly #echoes = new Echoes()
  readonly #readings = new ReadingLog()
  readonly #listeners = new Set<(event: MediaEvent) => void>()

  constructor(options: EmbeddedMediaOptions) {
    this.#log = options.log
    this.#places = Array.from({ length: options.processes ?? 1 }, (_, index) =>
      this.#newPlace(options, index),
    )
  }

  /** In the order of their ports. */
  get processes(): MediaProcessFacts[] {
    return this.#places.map(factsOf)
  }

  /** The process a room is in; null for a room that is in none. */
  processOf(roomId: string): MediaProcessFacts | null {
    const place = this.#rooms.get(roomId)?.place
    return place ? factsOf(place) : null
  }

  async start(): Promise<void> {
    try {
      await Promise.all(this.#places.map((place) => place.start()))
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#places.map((place) => place.stop()))
    for (const place of this.#places) this.#echoes.forgetAllAt(place)
  }

  isUp(): boolean {
    return this.#places.some(({ isUp }) => isUp)
  }

  processesUp(): readonly boolean[] {
    return this.#places.map(({ isUp }) => isUp)
  }

  /** Where a process dies over it, the room is opened in another one. */
  async openRoom(room: MediaRoomSpec, seats: readonly MediaSeatSpec[] = []): Promise<void> {
    const [seat] = seats
    if (!seat || seats.length > 1) throw mediaUnavailable()
    await this.#openWhole({ ...room, ...seat })
  }

  async openSeat(): Promise<void> {
    throw mediaUnavailable()
  }

  async #openWhole(spec: RoomWithSeat): Promise<void> {
    const { roomId } = spec
    const room = this.#roomToOpen(spec)
    for (;;) {
      const carried = this.#readings.note(roomId, spec.carried)
      room.place ??= this.#leastLoaded()
      const { place } = room
      try {
        if (!place) throw mediaUnavailable()
        await place.ask({ type: 'openRoom', room: { ...spec, carried } }, requestTimeoutMs)
        if (room.status !== 'closing') room.status = 'open'
        return
      } catch (error) {
        const isClosed = this.#rooms.get(roomId) !== room || room.status === 'closing'
        if (isClosed) throw error
        if (place?.isUp || !this.isUp()) {
          this.#takeBack(roomId, room)
          throw error
        }
      }
    }
  }

  publish(roomId: string, participantId: string, offerSdp: string): Promise<MediaSession> {
    return this.#ask({ type: 'publish', roomId, participantId, offerSdp })
  }

  subscribe(roomId: string, participantId: string, offerSdp: string): Promise<MediaSession> {
    const timeoutMs = requestTimeoutMs + publisherWaitMs
    return this.#ask({ type: 'subscribe', roomId, participantId, offerSdp }, timeoutMs)
  }

  async closeResource(roomId: string, participantId: string, resourceId: string): Promise<void> {
    await this.#askIfThere({ type: 'closeResource', roomId, participantId, resourceId })
  }

  async extendFunding(roomId: string, fundedMs: number): Promise<void> {
    await this.#askIfThere({ type: 'extendFunding', roomId, fundedMs })
  }

  async setSending(roomId: string, sending: SideSending): Promise<void> {
    await this.#askIfThere({ type: 'setSending', roomId, sending })
  }

  async setKind(roomId: string, kind: MediaRoomSpec['kind']): Promise<MediaReadings | null> {
    const reading = await this.#askIfThere({ type: 'setKind', roomId, kind })
    return reading && new Map([[roomId, reading]])
  }

  async closeRoom(roomId: string): Promise<MediaReadings> {
    return new Map([[roomId, await this.closeSeat(roomId)]])
  }

  async closeSeat(roomId: string): Promise<MediaReading> {
    const room = this.#rooms.get(roomId)
    if (room) room.status = 'closing'
    const answered = await this.#askIfThere({ type: 'closeRoom', roomId })
    if (this.#rooms.get(roomId) === room) this.#rooms.delete(roomId)
    return this.#readings.close(roomId, answered)
  }

  async openEcho(room: EchoRoomSpec): Promise<void> {
    if (!this.isUp()) throw mediaUnavailable()
    await this.#echoes.open(room, () =>
      this.#leastLoaded(this.#places.filter((place) => !this.#echoes.isFull(place))),
    )
  }

  closeEcho(roomId: string): Promise<void> {
    return this.#echoes.close(roomId)
  }

  readings(): ReadonlyMap<string, MediaReading> {
    return this.#readings.current
  }

  onEvent(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #newPlace(options: EmbeddedMediaOptions, index: number) {
    const { udpPort, bindAddress, publicAddress, log } = options
    const { address, port } = publicAddress ?? {}
    const portAt = (place: number) => (udpPort === 0 ? 0 : udpPort + place)
    const settings = {
      udpPort: portAt(index),
      relayPort: options.hasRelays ? portAt((options.processes ?? 1) + index) : undefined,
      bindAddress,
      publicAddress: address === undefined ? undefined : { address, port: port && port + index },
    }
    const place: SupervisedProcess = new SupervisedProcess(settings, log, {
      event: (event) => this.#pass(event, place),
      readings: (readings) => this.#note(readings, place),
      down: () => this.#strand(place),
      up: () => this.#tellReopenable(),
    })
    return place
  }

  /** A room that is closing no longer counts: opening it again begins a new room on the same process. */
  #roomToOpen({ roomId, kind }: MediaRoomSpec): PlacedRoom {
    const known = this.#rooms.get(roomId)
    if (known && known.status !== 'closing') return known
    const room: PlacedRoom = { weight: weights[kind], status: 'opening', place: known?.place ?? null }
    this.#rooms.set(roomId, room)
    return room
  }

  #leastLoaded(places: readonly SupervisedProcess[] = this.#places): SupervisedProcess | null {
    const loads = new Map<SupervisedProcess, number>()
    const note = (place: SupervisedProcess | null, weight: number) => {
      if (place) loads.set(place, (loads.get(place) ?? 0) + weight)
    }
    for (const { place, weight } of this.#rooms.values()) note(place, weight)
    for (const place of this.#echoes.places()) note(place, weights.echo)
    const loadOf = (place: SupervisedProcess) => loads.get(place) ?? 0
    const [first, ...others] = places.filter(({ isUp }) => isUp)
    return others.reduce(
      (least, each) => (least && loadOf(each) >= loadOf(least) ? least : each),
      first ?? null,
    )
  }

  /** Opening failed. A room that opened late after all is closed, because no caller knows of it. */
  #takeBack(roomId: string, room: PlacedRoom): void {
    if (room.status === 'open') return
    room.place?.ask({ type: 'closeRoom', roomId }, requestTimeoutMs).catch(() => undefined)
    room.place = null
    if (room.status !== 'opening') return
    this.#rooms.delete(roomId)
    this.#readings.forget(roomId)
  }

  #strand(died: SupervisedProcess): void {
    this.#echoes.forgetAllAt(died)
    const roomIds: string[] = []
    for (const [roomId, room] of this.#rooms) {
      const wasThere = room.place === died
      if (wasThere) room.place = null
      if (wasThere && room.status === 'open') roomIds.push(roomId)
      const wasToGoThere = room.status === 'reopenable' && (wasThere || !this.isUp())
      if (wasToGoThere || (wasThere && room.status === 'open')) room.status = 'stranded'
    }
    if (roomIds.length > 0) this.#emit({ type: 'down', roomIds, seatIds: roomIds })
    if (this.isUp()) this.#tellReopenable()
  }

  #tellReopenable(): void {
    const stranded = [...this.#rooms].filter(([, { status }]) => status === 'stranded')
    for (const [, room] of stranded) room.status = 'reopenable'
    if (stranded.length > 0) {
      const roomIds = stranded.map(([roomId]) => roomId)
      this.#emit({ type: 'up', roomIds, seatIds: roomIds })
    }
  }

  #ask<Request extends MediaRequest & { roomId: string }>(
    request: Request,
    timeoutMs = requestTimeoutMs,
  ): Promise<MediaAnswers[Request['type']]> {
    const room = this.#rooms.get(request.roomId)
    const place = room?.place ?? this.#echoes.placeOf(request.roomId)
    if (place) return place.ask(request, timeoutMs)
    const isUnknown = !room && this.isUp()
    return Promise.reject(isUnknown ? new MediaRefused(404, 'no such room') : mediaUnavailable())
  }

  /** For what has lost its object when the room is in no process: it went with the process. */
  async #askIfThere<Request extends MediaRequest & { roomId: string }>(
    request: Request,
  ): Promise<MediaAnswers[Request['type']] | null> {
    const place = this.#rooms.get(request.roomId)?.place ?? this.#echoes.placeOf(request.roomId)
    if (!place) return null
    try {
      return await place.ask(request, requestTimeoutMs)
    } catch (error) {
      if (!(error instanceof MediaRefused) || error.status !== 503) throw error
      this.#log.error('media-request-lost', { request: request.type })
      return null
    }
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Events of a room from another process than its present one belong to a room that was given up: they are dropped. */
  #pass(event: MediaEvent, place: SupervisedProcess): void {
    if (!('roomId' in event) || this.#rooms.get(event.roomId)?.place !== place) return
    if (event.type === 'carries') this.#readings.note(event.roomId, event.reading)
    this.#emit(event)
  }

  #note(readings: readonly [string, MediaReading][], place: SupervisedProcess): void {
    for (const [roomId, reading] of readings) {
      if (this.#rooms.get(roomId)?.place === place) this.#readings.note(roomId, reading)
    }
  }
}
