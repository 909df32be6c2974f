import type { MediaRoomSpec, MediaSeatSpec } from '../../port.ts'
import type { SupervisedProcess } from './supervised.ts'

/** What goes one way is compared by packets a second: opus alone, or opus with a picture. */
export const weights: Record<MediaRoomSpec['kind'] | 'echo', number> = { voice: 25, video: 100, echo: 100 }

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
  readonly kind: MediaRoomSpec['kind']
  readonly broadcasterId: string
  readonly seats: Map<string, PlacedSeat>
}

/** The ids of rooms and seats, as `down` and `up` name them. */
export interface Named {
  roomIds: string[]
  seatIds: string[]
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
  roomToOpen({ roomId, kind, broadcasterId }: MediaRoomSpec): PlacedRoom {
    const known = this.#rooms.get(roomId)
    if (known && known.status !== 'closing') return known
    const place = known?.place ?? null
    const room: PlacedRoom = {
      weight: weights[kind],
      status: 'opening',
      place,
      kind,
      broadcasterId,
      seats: new Map(),
    }
    this.#rooms.set(roomId, room)
    return room
  }

  seatToOpen({ seatId, roomId, payerId, payerSends, metered }: MediaSeatSpec, room: PlacedRoom): PlacedSeat {
    const known = room.seats.get(seatId)
    if (known && known.status !== 'closing') return known
    const weight = weights[room.kind] * (payerSends ? 3 : 1)
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
    if (participantId === room.broadcasterId) return room.place
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

  /** What was open there went down with the process. */
  strand(died: SupervisedProcess, isAnyUp: boolean): Named {
    return {
      roomIds: strandAll(this.#rooms, died, isAnyUp),
      seatIds: strandAll(this.#seats, died, isAnyUp),
    }
  }

  /** What went down and may be opened again; named once. */
  takeReopenable(): Named {
    return { roomIds: takeStranded(this.#rooms), seatIds: takeStranded(this.#seats) }
  }
}

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

const takeStranded = (all: ReadonlyMap<string, Placed>): string[] => {
  const stranded = [...all].filter(([, { status }]) => status === 'stranded')
  for (const [, each] of stranded) each.status = 'reopenable'
  return stranded.map(([id]) => id)
}
