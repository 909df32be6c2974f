import {
  type EchoRoomSpec,
  incrementMs,
  type LineSpec,
  type MediaEvent,
  type MediaReading,
  MediaRefused,
  type MediaRole,
  type MediaRoomSpec,
  type MediaSeatSpec,
  type MediaSegment,
  type MediaServer,
  type SideSending,
  zeroReading,
} from '#adapters/media/port.ts'

export interface FakeMedia extends MediaServer {
  rooms: Map<string, MediaRoomSpec>
  /** By seat id, which is the call's in a call. */
  seats: Map<string, MediaSeatSpec>
  echoes: Map<string, EchoRoomSpec>
  /** The broadcaster's media reached the payer. */
  connect(seatId: string): void
  /** A seat's payer, or the broadcaster of a room: every seat of it loses the broadcaster. */
  lose(seatOrRoomId: string, role: MediaRole): void
  comeBack(seatOrRoomId: string, role: MediaRole): void
  /** The room's broadcaster publishes, or doesn't any more. */
  publishes(roomId: string, isPublishing: boolean): void
  /**
   * Media flows for this long, at 1.2 Mbit/s by default, as far as it is paid for; publishes `exhausted` when
   * the paid time is used up.
   */
  flow(seatId: string, ms: number, bytesPerSec?: number): void
  /** This much sent media is never proven to arrive; the seat is `unproven` when the limit is reached. */
  sendUnproven(seatId: string, ms: number): void
  /**
   * This much was sent to a connected payer, and no report has come yet; the room's end finds that none of it
   * arrived.
   */
  sendPending(seatId: string, ms: number): void
  /** From now on the call carries this, at the increment that begins next. */
  carry(seatId: string, carries: MediaSegment['carries']): void
  /** What the room was told that the broadcaster sends. */
  sending: Map<string, SideSending>
  crash(): void
  recover(): void
  /** Its second process is down; its rooms have moved to the first one. */
  loseSecondProcess(): void
  /** While true, rooms that are opened find no line. */
  losesLines: boolean
  /** While true, rooms can't be opened. */
  refusesRooms: boolean
  /** The newest offers, by participant: what the call carries by them. */
  offered: Map<string, MediaRoomSpec['kind'] | undefined>
  /** While set, its endpoints refuse with this status. */
  refusesLinks: MediaRefused['status'] | null
}

/** A media server without media: tests set what it measures. The product never uses it. */
export const createFakeMedia = (): FakeMedia => {
  const listeners = new Set<(event: MediaEvent) => void>()
  const rooms = new Map<string, MediaRoomSpec>()
  const seats = new Map<string, MediaSeatSpec>()
  const echoes = new Map<string, EchoRoomSpec>()
  const lines = new Map<string, LineSpec[]>()
  const readings = new Map<string, MediaReading>()
  /** The final readings, for a room that is closed twice at almost the same time. */
  const finals = new Map<string, MediaReading>()
  const closedRooms = new Map<string, string[]>()
  let isUp = true
  let isOneDown = false
  let lost = { roomIds: [] as string[], seatIds: [] as string[] }
  const say = (event: MediaEvent) => {
    for (const listener of listeners) listener(event)
  }
  const seatsOf = (roomId: string) => [...seats.values()].filter((seat) => seat.roomId === roomId)
  const openSeat = (seat: MediaSeatSpec) => {
    const open = seats.get(seat.seatId)
    seats.set(seat.seatId, open ? { ...open, fundedMs: Math.max(open.fundedMs, seat.fundedMs) } : { ...seat })
    if (!open && seat.metered !== false) readings.set(seat.seatId, { ...seat.carried })
  }
  const closeSeat = (seatId: string): MediaReading => {
    seats.delete(seatId)
    const last = readings.get(seatId) ?? finals.get(seatId) ?? zeroReading
    readings.delete(seatId)
    finals.set(seatId, last)
    return last
  }
  const seatAt = (seatId: string) => {
    const seat = seats.get(seatId)
    const reading = readings.get(seatId)
    if (!seat || !reading) throw new Error(`no seat ${seatId}`)
    return { seat, reading }
  }
  const sayOf = (type: 'lost' | 'back', id: string, role: MediaRole) => {
    const roomId = seats.get(id)?.roomId ?? id
    const ofRoom = seatsOf(roomId).map(({ seatId }) => seatId)
    // A call that is about to be opened again has no seat at this moment.
    const seatIds = role === 'payer' || ofRoom.length === 0 ? [id] : ofRoom
    say({ type, roomId, seatIds, role })
  }
  const media: FakeMedia = {
    rooms,
    seats,
    echoes,
    sending: new Map(),
    offered: new Map(),
    refusesRooms: false,
    losesLines: false,
    refusesLinks: null,
    start: async () => undefined,
    stop: async () => undefined,
    isUp: () => isUp,
    processesUp: () => [isUp, isUp && !isOneDown],
    openRoom: async (room, opened = [], pages = []) => {
      if (media.refusesRooms) throw new MediaRefused(503, 'fake')
      if (!rooms.has(room.roomId)) rooms.set(room.roomId, { ...room })
      for (const seat of opened) openSeat(seat)
      lines.delete(room.roomId)
      return media.losesLines ? [] : pages
    },
    preconnect: async (line) => {
      if (media.refusesLinks) throw new MediaRefused(media.refusesLinks, 'fake')
      lines.set(line.roomId, [...(lines.get(line.roomId) ?? []), line])
      return { publishId: 'fake-publish', subscribeId: 'fake-subscribe', answerSdp: 'v=0\r\n' }
    },
    closeLine: async (roomId, { participantId, pageId }) => {
      const others = lines
        .get(roomId)
        ?.filter((line) => line.participantId !== participantId || line.pageId !== pageId)
      if (others?.length) lines.set(roomId, others)
      else lines.delete(roomId)
    },
    hasLines: (roomId) => lines.has(roomId),
    closeLines: async (roomId) => {
      lines.delete(roomId)
    },
    openSeat: async (seat) => {
      if (media.refusesRooms || !isUp) throw new MediaRefused(503, 'fake')
      if (!rooms.has(seat.roomId)) throw new MediaRefused(404, 'fake')
      openSeat(seat)
    },
    publish: async (roomId, participantId, _offer, kind) => {
      media.offered.set(participantId, kind)
      if (media.refusesLinks) throw new MediaRefused(media.refusesLinks, 'fake')
      const own = seatsOf(roomId).findLast(({ payerId }) => payerId === participantId)
      if (own?.payerSends === false) throw new MediaRefused(403, 'fake')
      return { resourceId: 'fake', answerSdp: 'v=0\r\n' }
    },
    subscribe: async (_roomId, participantId, _offer, kind) => {
      media.offered.set(participantId, kind)
      return { resourceId: 'fake', answerSdp: 'v=0\r\n' }
    },
    closeResource: async () => undefined,
    extendFunding: async (seatId, fundedMs) => {
      const seat = seats.get(seatId)
      if (seat) seat.fundedMs = Math.max(seat.fundedMs, fundedMs)
    },
    limitFunding: async (seatId, fundedMs) => {
      const seat = seats.get(seatId)
      if (seat) seat.fundedMs = Math.min(seat.fundedMs, fundedMs)
    },
    setSending: async (roomId, sending) => {
      media.sending.set(roomId, sending)
    },
    setKind: async (roomId, kind) => {
      const room = rooms.get(roomId)
      if (!room) return null
      room.kind = kind
      return new Map(seatsOf(roomId).map(({ seatId }) => [seatId, readings.get(seatId) ?? zeroReading]))
    },
    closeSeat: async (seatId) => closeSeat(seatId),
    closeRoom: async (roomId) => {
      const seatIds = rooms.delete(roomId)
        ? seatsOf(roomId).map(({ seatId }) => seatId)
        : (closedRooms.get(roomId) ?? [])
      closedRooms.set(roomId, seatIds)
      return new Map(seatIds.map((seatId) => [seatId, closeSeat(seatId)]))
    },
    openEcho: async (room) => {
      if (media.refusesRooms) throw new MediaRefused(503, 'fake')
      echoes.set(room.roomId, room)
    },
    closeEcho: async (roomId) => {
      echoes.delete(roomId)
    },
    readings: () => readings,
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: (seatId) => say({ type: 'connected', roomId: seats.get(seatId)?.roomId ?? seatId, seatId }),
    lose: (id, role) => sayOf('lost', id, role),
    comeBack: (id, role) => sayOf('back', id, role),
    publishes: (roomId, isPublishing) => say({ type: 'publishing', roomId, isPublishing }),
    flow: (seatId, ms, bytesPerSec = 150_000) => {
      const { seat, reading } = seatAt(seatId)
      const free = Math.min(ms, Math.max(0, (seat.freeMs ?? 0) - reading.freeMs))
      const paid = Math.min(ms - free, seat.fundedMs - reading.chargedMs)
      const next = {
        ...reading,
        chargedMs: reading.chargedMs + paid,
        freeMs: reading.freeMs + free,
        connectedMs: reading.connectedMs + free + paid,
        mediaBytes: reading.mediaBytes + Math.round(((free + paid) * bytesPerSec) / 1_000),
        decidedIncrements: Math.max(
          reading.decidedIncrements,
          Math.ceil((reading.chargedMs + paid) / incrementMs),
        ),
      }
      readings.set(seatId, next)
      if (next.chargedMs === seat.fundedMs && next.freeMs >= (seat.freeMs ?? 0))
        say({ type: 'exhausted', roomId: seat.roomId, seatId, reading: next })
    },
    sendUnproven: (seatId, ms) => {
      const { seat, reading } = seatAt(seatId)
      const unprovenMs = reading.unprovenMs + ms
      readings.set(seatId, { ...reading, unprovenMs, connectedMs: reading.connectedMs + ms })
      if (unprovenMs - seat.carried.unprovenMs >= seat.unprovenMsMax)
        say({ type: 'unproven', roomId: seat.roomId, seatId })
    },
    sendPending: (seatId, ms) => {
      const reading = readings.get(seatId)
      if (!reading) return
      const begun = Math.ceil((reading.chargedMs + ms) / incrementMs)
      readings.set(seatId, {
        ...reading,
        pendingMs: ms,
        connectedMs: reading.connectedMs + ms,
        decidedIncrements: Math.max(reading.decidedIncrements, begun),
      })
    },
    carry: (seatId, carries) => {
      const { seat, reading } = seatAt(seatId)
      const segment = { atMs: reading.connectedMs, firstIncrement: reading.decidedIncrements, carries }
      const next = { ...reading, segments: [...reading.segments, segment] }
      readings.set(seatId, next)
      say({ type: 'carries', roomId: seat.roomId, seatId, reading: next })
    },
    crash: () => {
      isUp = false
      lost = { roomIds: [...rooms.keys()], seatIds: [...seats.keys()] }
      rooms.clear()
      seats.clear()
      say({ type: 'down', ...lost })
    },
    loseSecondProcess: () => {
      isOneDown = true
    },
    recover: () => {
      isUp = true
      isOneDown = false
      say({ type: 'up', ...lost })
    },
  }
  return media
}
