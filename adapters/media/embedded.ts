import { ReadingLog } from './embedded/metering/reading-log.ts'
import { mediaUnavailable } from './embedded/process/child.ts'
import { Feeds } from './embedded/process/feeds.ts'
import {
  type MediaAnswers,
  type MediaRequest,
  publisherWaitMs,
  type SeatReadings,
} from './embedded/process/ipc.ts'
import { type EmbeddedMediaOptions, environmentOf, settingsOf } from './embedded/process/options.ts'
import {
  isElsewhere,
  leastLoaded,
  type PlacedRoom,
  type PlacedSeat,
  Placement,
  roomOfTwoFactor,
  untilOpen,
  weights,
} from './embedded/process/placement.ts'
import {
  factsOf,
  type MediaLog,
  type MediaProcessFacts,
  SupervisedProcess,
} from './embedded/process/supervised.ts'
import { Echoes } from './embedded/rooms/echoes.ts'
import { Rings } from './embedded/rooms/rings.ts'
import {
  type EchoRoomSpec,
  type LineSession,
  type LineSpec,
  type MediaEvent,
  type MediaReading,
  type MediaReadings,
  MediaRefused,
  type MediaRoomSpec,
  type MediaSeatSpec,
  type MediaServer,
  type PageAttempt,
  type PageOfRoom,
  type SideSending,
} from './port.ts'

const requestTimeoutMs = 5_000

export type { MediaProcessFacts }

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
  readonly #placement = new Placement()
  readonly #feeds = new Feeds(this.#placement)
  readonly #echoes = new Echoes()
  readonly #rings = new Rings()
  readonly #readings = new ReadingLog()
  readonly #listeners = new Set<(event: MediaEvent) => void>()
  /** Found once, so that a process that dies doesn't wait for it. */
  #environment: Promise<NodeJS.ProcessEnv> | null = null

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

  /** The process that a room's broadcaster connects to, or the payer of a seat; null for what is in none. */
  processOf(roomOrSeatId: string): MediaProcessFacts | null {
    const place = (this.#placement.seat(roomOrSeatId) ?? this.#placement.room(roomOrSeatId))?.place
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
    for (const place of this.#places) for (const each of [this.#echoes, this.#rings]) each.processEnded(place)
  }

  isUp(): boolean {
    return this.#places.some(({ isUp }) => isUp)
  }

  processesUp(): readonly boolean[] {
    return this.#places.map(({ isUp }) => isUp)
  }

  /** Where a process dies over it, the room is opened in another one. */
  async openRoom(
    spec: MediaRoomSpec,
    seats: readonly MediaSeatSpec[] = [],
    pages: readonly PageOfRoom[] = [],
  ): Promise<readonly PageOfRoom[]> {
    const { roomId } = spec
    let adopted: readonly PageOfRoom[] = []
    const room = this.#placement.roomToOpen(spec)
    const placeBefore = room.place
    const here = seats.filter(({ seatId }) => !isElsewhere(room.seats.get(seatId), room))
    const placed = here.map((seat) => this.#placement.seatToOpen(seat, room))
    await untilOpen([room, ...placed], {
      open: async (place) => {
        for (const seat of placed) seat.place = place
        const continued = here.map((seat) => this.#continued(seat))
        const wanted = this.#rings.mayBeAdoptedBy(place, roomId) ? pages : []
        const opening = { type: 'openRoom', room: spec, seats: continued, pages: wanted } as const
        adopted = await place.request(opening, requestTimeoutMs)
      },
      isAnyUp: () => this.isUp(),
      choose: () => this.#rings.placeOf(roomId) ?? this.#leastLoaded(),
      isGone: () => this.#placement.room(roomId) !== room,
      giveUp: () => this.#giveUpRoom(roomId, room, here),
    })
    if (placeBefore !== room.place) await this.#feeds.relink(room)
    for (const seat of seats) if (!here.includes(seat)) await this.openSeat(seat)
    this.#rings.delete(roomId)
    return adopted
  }

  /** Where a process dies over it, the seat is opened in another one. */
  async openSeat(spec: MediaSeatSpec): Promise<void> {
    const { seatId, roomId } = spec
    const room = this.#placement.room(roomId)
    if (!room || room.status === 'closing') throw this.#noSuch(room)
    const seat = this.#placement.seatToOpen(spec, room)
    await untilOpen([seat], {
      isAnyUp: () => this.isUp(),
      open: async (place) => {
        await this.#feeds.link(room, place)
        await place.request({ type: 'openSeat', seat: this.#continued(spec) }, requestTimeoutMs)
      },
      choose: () => this.#placement.chooseForSeat(spec, room, this.#places, this.#loads()),
      isGone: () => this.#placement.seat(seatId) !== seat,
      giveUp: () => this.#giveUpSeat(seatId, seat),
    })
  }

  async preconnect(line: LineSpec, offerSdp: string): Promise<LineSession> {
    const room = this.#placement.room(line.roomId)
    if (room?.status === 'open' && room.place)
      return room.place.request({ type: 'preconnect', line, offerSdp }, requestTimeoutMs)
    const ring = { line, offerSdp, weight: weights[line.kind] * roomOfTwoFactor }
    // While the room is being opened for a ring without lines, its process is the ring's: another one would keep the line.
    return this.#rings.preconnect(ring, () => room?.place ?? this.#leastLoaded())
  }

  closeLine(roomId: string, page: PageAttempt): Promise<void> {
    return this.#rings.closePage(roomId, page)
  }

  hasLines(roomId: string): boolean {
    return this.#rings.has(roomId)
  }

  closeLines(roomId: string): Promise<void> {
    return this.#rings.close(roomId)
  }

  publish(roomId: string, participantId: string, offerSdp: string, kind?: MediaRoomSpec['kind']) {
    return this.#request({ type: 'publish', roomId, participantId, offerSdp, kind })
  }

  subscribe(roomId: string, participantId: string, offerSdp: string, kind?: MediaRoomSpec['kind']) {
    const timeoutMs = requestTimeoutMs + publisherWaitMs
    return this.#request({ type: 'subscribe', roomId, participantId, offerSdp, kind }, timeoutMs)
  }

  async closeResource(roomId: string, participantId: string, resourceId: string | null): Promise<void> {
    const place = this.#placeOf(roomId, participantId)
    await this.#requestIfThere(place, { type: 'closeResource', roomId, participantId, resourceId })
  }

  readonly extendFunding = (seatId: string, fundedMs: number) =>
    this.#requestFunding('extendFunding', seatId, fundedMs)
  readonly limitFunding = (seatId: string, fundedMs: number) =>
    this.#requestFunding('limitFunding', seatId, fundedMs)
  async #requestFunding(type: 'extendFunding' | 'limitFunding', seatId: string, fundedMs: number) {
    const seat = this.#placement.seat(seatId)
    if (seat) await this.#requestIfThere(seat.place, { type, roomId: seat.roomId, seatId, fundedMs })
  }

  async setSending(roomId: string, sending: SideSending): Promise<void> {
    const room = this.#placement.room(roomId)
    if (room) room.spec = { ...room.spec, broadcasterSends: sending }
    await this.#requestAll(roomId, { type: 'setSending', roomId, sending })
  }

  async setKind(roomId: string, kind: MediaRoomSpec['kind']): Promise<MediaReadings | null> {
    const room = this.#placement.room(roomId)
    if (room) room.spec = { ...room.spec, kind }
    const answers = await this.#requestAll(roomId, { type: 'setKind', roomId, kind })
    const readings = answers.filter((each) => each !== null)
    return readings.length > 0 ? new Map(readings.flat()) : null
  }

  async closeSeat(seatId: string): Promise<MediaReading> {
    const seat = this.#placement.seat(seatId)
    if (!seat) return this.#readings.close(seatId, null)
    seat.status = 'closing'
    const { roomId, place } = seat
    const answered = await this.#requestIfThere(place, { type: 'closeSeat', roomId, seatId })
    this.#placement.deleteSeat(seatId, seat)
    const room = this.#placement.room(roomId)
    if (room) await this.#feeds.leave(room, place)
    return this.#readings.close(seatId, answered)
  }

  async closeRoom(roomId: string): Promise<MediaReadings> {
    const room = this.#placement.room(roomId)
    if (!room) return this.#readings.ofClosedRoom(roomId)
    for (const each of [room, ...room.seats.values()]) each.status = 'closing'
    const answers = await this.#requestAll(roomId, { type: 'closeRoom', roomId })
    const answered = new Map(answers.flatMap((each) => each ?? []))
    this.#placement.deleteRoom(roomId, room)
    const seatIds = [...room.seats].flatMap(([seatId, { isMetered }]) => (isMetered ? [seatId] : []))
    return this.#readings.closeRoom(roomId, seatIds, answered)
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
    const settings = settingsOf(options, index)
    const environment = () => {
      this.#environment ??= environmentOf(options)
      return this.#environment
    }
    const place: SupervisedProcess = new SupervisedProcess(settings, environment, options.log, {
      event: (event) => this.#pass(event, place),
      readings: (readings) => this.#recordReadings(readings, place),
      down: () => this.#strand(place),
      up: () => this.#reportReopenable(),
    })
    return place
  }

  /** With what is known of a seat from before. */
  #continued(spec: MediaSeatSpec): MediaSeatSpec {
    return spec.metered === false
      ? spec
      : { ...spec, carried: this.#readings.record(spec.seatId, spec.carried) }
  }

  /** Opening failed. What opened late after all is closed, because no caller knows of it. */
  #giveUpRoom(roomId: string, room: PlacedRoom, seats: readonly MediaSeatSpec[]): void {
    for (const { seatId } of seats) {
      const seat = room.seats.get(seatId)
      if (seat) this.#giveUpSeat(seatId, seat)
    }
    if (room.status === 'open') return
    room.place?.request({ type: 'closeRoom', roomId }, requestTimeoutMs).catch(() => undefined)
    room.place = null
    if (room.status === 'opening') this.#placement.deleteRoom(roomId, room)
  }

  #giveUpSeat(seatId: string, seat: PlacedSeat): void {
    if (seat.status === 'open') return
    const { roomId, place } = seat
    place?.request({ type: 'closeSeat', roomId, seatId }, requestTimeoutMs).catch(() => undefined)
    seat.place = null
    if (seat.status !== 'opening') return
    this.#placement.deleteSeat(seatId, seat)
    this.#readings.delete(seatId)
  }

  #leastLoaded(places: readonly SupervisedProcess[] = this.#places): SupervisedProcess | null {
    return leastLoaded(places, this.#loads())
  }

  #loads(): Map<SupervisedProcess, number> {
    const loads = this.#placement.loads()
    for (const place of this.#echoes.places()) loads.set(place, (loads.get(place) ?? 0) + weights.echo)
    for (const [place, weight] of this.#rings.weights()) loads.set(place, (loads.get(place) ?? 0) + weight)
    return loads
  }

  #strand(died: SupervisedProcess): void {
    for (const each of [this.#echoes, this.#rings]) each.processEnded(died)
    const down = this.#placement.strand(died, this.isUp())
    for (const roomId of down.roomIds) {
      const room = this.#placement.room(roomId)
      if (room) this.#feeds.cut(room)
    }
    if (down.roomIds.length + down.seatIds.length > 0) this.#emit({ type: 'down', ...down })
    if (this.isUp()) this.#reportReopenable()
  }

  #reportReopenable(): void {
    const up = this.#placement.claimReopenable()
    if (up.roomIds.length + up.seatIds.length > 0) this.#emit({ type: 'up', ...up })
  }

  #placeOf(roomId: string, participantId: string): SupervisedProcess | null {
    const room = this.#placement.room(roomId)
    if (room) return this.#placement.placeOf(room, participantId)
    return this.#echoes.placeOf(roomId) ?? this.#rings.placeOf(roomId)
  }

  #noSuch(room: PlacedRoom | undefined): MediaRefused {
    return !room && this.isUp() ? new MediaRefused(404, 'no such room') : mediaUnavailable()
  }

  #request<Request extends MediaRequest & { roomId: string; participantId: string }>(
    request: Request,
    timeoutMs = requestTimeoutMs,
  ): Promise<MediaAnswers[Request['type']]> {
    const place = this.#placeOf(request.roomId, request.participantId)
    if (place) return place.request(request, timeoutMs)
    return Promise.reject(this.#noSuch(this.#placement.room(request.roomId)))
  }

  /** Of each process that has a part of the room. */
  #requestAll<Request extends MediaRequest>(
    roomId: string,
    request: Request,
  ): Promise<(MediaAnswers[Request['type']] | null)[]> {
    const room = this.#placement.room(roomId)
    const places = room ? [...this.#placement.placesOf(room)] : []
    return Promise.all(places.map((place) => this.#requestIfThere(place, request)))
  }

  /** For what has lost its object when that is in no process: it went with the process. */
  async #requestIfThere<Request extends MediaRequest>(
    place: SupervisedProcess | null,
    request: Request,
  ): Promise<MediaAnswers[Request['type']] | null> {
    if (!place) return null
    try {
      return await place.request(request, requestTimeoutMs)
    } catch (error) {
      if (!(error instanceof MediaRefused) || error.status !== 503) throw error
      this.#log.error('media-request-lost', { request: request.type })
      return null
    }
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Events from another process than the present one belong to what was given up: they are dropped. */
  #pass(event: MediaEvent, place: SupervisedProcess): void {
    const isThere = (seatId: string) => this.#placement.seat(seatId)?.place === place
    if ('seatId' in event) {
      if (!isThere(event.seatId)) return
      if (event.type === 'carries') this.#readings.record(event.seatId, event.reading)
      this.#emit(event)
    } else if (event.type === 'publishing') {
      if (this.#placement.room(event.roomId)?.place === place) this.#emit(event)
    } else {
      const seatIds = event.seatIds.filter(isThere)
      if (seatIds.length > 0) this.#emit({ ...event, seatIds })
    }
  }

  #recordReadings(readings: SeatReadings, place: SupervisedProcess): void {
    for (const [seatId, reading] of readings) {
      if (this.#placement.seat(seatId)?.place === place) this.#readings.record(seatId, reading)
    }
  }
}
