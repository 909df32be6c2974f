import type { MediaRoomSpec, MediaSeatSpec } from '../../port.ts'
import { mediaUnavailable } from './child.ts'
import type { SupervisedProcess } from './supervised.ts'

/** What goes one way is compared by packets a second: opus alone, or opus with a picture. */
export const weights: Record<MediaRoomSpec['kind'] | 'echo', number> = { voice: 25, video: 100, echo: 100 }
/** A seat whose payer sends weighs three ways: the broadcaster's out, the payer's in and out. */
const sendingSeatFactor = 3
/** A call: the room's way in, and its seat. */
export const roomOfTwoFactor = 1 + sendingSeatFactor

/** A feed from process to process costs both ends about a packet sent. */
const feedWeightFactor = 2

/**
 * `opening` was never open yet. `stranded` went down with its process, and the app doesn't know yet that it can be
 * opened again. `reopenable` went down too, and the app knows.
 */
type Status = 'opening' | 'open' | 'stranded' | 'reopenable' | 'closing'

export interface Placed {
  weight: number
  status: Status
  /** Where it is or is being opened; it stays there as long as that process lives. */
  place: SupervisedProcess | null
}

export interface PlacedSeat extends Placed {
  readonly roomId: string
  readonly payerId: string
  readonly isMetered: boolean
}

export interface PlacedRoom extends Placed {
  /** As it is now. */
  spec: MediaRoomSpec
  /** Of the feed to other processes; null before the first one, and after the broadcaster's process has changed. */
  feedKey: string | null
  readonly seats: Map<string, PlacedSeat>
}

/** The ids of rooms and seats, as `down` and `up` name them. */
export interface Named {
  roomIds: string[]
  seatIds: string[]
}

/** How something is opened in a process. */
export interface Opening {
  open(place: SupervisedProcess): Promise<unknown>
  isAnyUp(): boolean
  choose(): SupervisedProcess | null
  /** It was closed meanwhile, and perhaps opened again by another request. */
  isGone(): boolean
  giveUp(): void
}

/** Opens these together in one process, and in another one when that process dies over it. */
export const untilOpen = async (opened: readonly [Placed, ...Placed[]], how: Opening): Promise<void> => {
  const [first] = opened
  for (;;) {
    first.place ??= how.choose()
    const { place } = first
    try {
      if (!place) throw mediaUnavailable()
      await how.open(place)
      for (const each of opened) if (each.status !== 'closing') each.status = 'open'
      return
    } catch (error) {
      const mayGoOn = place !== null && !place.isUp && how.isAnyUp() && first.status !== 'closing'
      if (mayGoOn && !how.isGone()) continue
      if (!how.isGone() && first.status !== 'closing') how.giveUp()
      throw error
    }
  }
}

/** Which process has which room and which seat. */
export class Placement {
  readonly #rooms = new Map<string, PlacedRoom>()
  readonly #seats = new Map<string, PlacedSeat>()

  room(roomId: string): PlacedRoom | undefined {
    return this.#rooms.get(roomId)
  }

  seat(seatId: string): PlacedSeat | undefined {
    return this.#seats.get(seatId)
  }

  /** A room that is closing no longer counts: opening it again begins a new room on the same process. */
  roomToOpen(spec: MediaRoomSpec): PlacedRoom {
    const { roomId, kind } = spec
    const known = this.#rooms.get(roomId)
    if (known && known.status !== 'closing') return known
    const place = known?.place ?? null
    const room: PlacedRoom = {
      weight: weights[kind],
      status: 'opening',
      place,
      spec,
      feedKey: null,
      seats: new Map(),
    }
    this.#rooms.set(roomId, room)
    return room
  }

  seatToOpen({ seatId, roomId, payerId, payerSends, metered }: MediaSeatSpec, room: PlacedRoom): PlacedSeat {
    const known = room.seats.get(seatId)
    if (known && known.status !== 'closing') return known
    const weight = weights[room.spec.kind] * (payerSends ? sendingSeatFactor : 1)
    const place = known?.place ?? null
    const seat: PlacedSeat = {
      weight,
      status: 'opening',
      place,
      roomId,
      payerId,
      isMetered: metered !== false,
    }
    // The last one is the one that its payer connects to.
    room.seats.delete(seatId)
    room.seats.set(seatId, seat)
    this.#seats.set(seatId, seat)
    return seat
  }

  deleteSeat(seatId: string, seat: PlacedSeat): void {
    if (this.#seats.get(seatId) !== seat) return
    this.#seats.delete(seatId)
    const seats = this.#rooms.get(seat.roomId)?.seats
    if (seats?.get(seatId) === seat) seats.delete(seatId)
  }

  deleteRoom(roomId: string, room: PlacedRoom): void {
    for (const [seatId, seat] of room.seats) if (this.#seats.get(seatId) === seat) this.#seats.delete(seatId)
    if (this.#rooms.get(roomId) === room) this.#rooms.delete(roomId)
  }

  /** The process of one participant's connections. */
  placeOf(room: PlacedRoom, participantId: string): SupervisedProcess | null {
    if (participantId === room.spec.broadcasterId) return room.place
    const seat = [...room.seats.values()].findLast(({ payerId }) => payerId === participantId)
    return seat ? seat.place : room.place
  }

  /** Every process that has a part of the room. */
  placesOf(room: PlacedRoom): Set<SupervisedProcess> {
    const places = [room, ...room.seats.values()].map(({ place }) => place)
    return new Set(places.filter((place) => place !== null))
  }

  /** What the rooms and seats of each process weigh together. */
  loads(): Map<SupervisedProcess, number> {
    const loads = new Map<SupervisedProcess, number>()
    for (const { place, weight } of [...this.#rooms.values(), ...this.#seats.values()]) {
      if (place) loads.set(place, (loads.get(place) ?? 0) + weight)
    }
    return loads
  }

  /**
   * What a payer sends goes to the broadcaster, so these two are in one process. Any other seat goes where there is most
   * room; a process that has nothing of the room yet would first have to be sent it.
   */
  chooseForSeat(
    { payerSends }: MediaSeatSpec,
    room: PlacedRoom,
    places: readonly SupervisedProcess[],
    loads: Map<SupervisedProcess, number>,
  ): SupervisedProcess | null {
    if (payerSends || !room.place) return room.place
    const having = this.placesOf(room)
    const feedWeight = weights[room.spec.kind] * feedWeightFactor
    for (const place of places) if (!having.has(place)) loads.set(place, (loads.get(place) ?? 0) + feedWeight)
    return leastLoaded(places, loads)
  }

  /** What was open there went down with the process. */
  strand(died: SupervisedProcess, isAnyUp: boolean): Named {
    return {
      roomIds: strandAll(this.#rooms, died, isAnyUp),
      seatIds: strandAll(this.#seats, died, isAnyUp),
    }
  }

  /** What went down and may be opened again; named once. */
  claimReopenable(): Named {
    return { roomIds: claimStranded(this.#rooms), seatIds: claimStranded(this.#seats) }
  }
}

/** Of those that are up; null when none is. */
export const leastLoaded = (
  places: readonly SupervisedProcess[],
  loads: ReadonlyMap<SupervisedProcess, number>,
): SupervisedProcess | null => {
  const loadOf = (place: SupervisedProcess) => loads.get(place) ?? 0
  const [first, ...others] = places.filter(({ isUp }) => isUp)
  return others.reduce(
    (least, each) => (least && loadOf(each) >= loadOf(least) ? least : each),
    first ?? null,
  )
}

export const isElsewhere = (seat: PlacedSeat | undefined, room: PlacedRoom): boolean =>
  seat !== undefined && seat.place !== null && seat.place !== room.place

const strandAll = (all: ReadonlyMap<string, Placed>, died: SupervisedProcess, isAnyUp: boolean): string[] => {
  const ids: string[] = []
  for (const [id, each] of all) {
    const wasThere = each.place === died
    if (wasThere) each.place = null
    if (wasThere && each.status === 'open') ids.push(id)
    const wasToGoThere = each.status === 'reopenable' && (wasThere || !isAnyUp)
    if (wasToGoThere || (wasThere && each.status === 'open')) each.status = 'stranded'
  }
  return ids
}

const claimStranded = (all: ReadonlyMap<string, Placed>): string[] => {
  const stranded = [...all].filter(([, { status }]) => status === 'stranded')
  for (const [, each] of stranded) each.status = 'reopenable'
  return stranded.map(([id]) => id)
}
