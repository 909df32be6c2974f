import {
  type EchoRoomSpec,
  incrementMs,
  type MediaEvent,
  type MediaReading,
  MediaRefused,
  type MediaRole,
  type MediaRoomSpec,
  type MediaSegment,
  type MediaServer,
  type SideSending,
  zeroReading,
} from '#adapters/media/port.ts'

export interface FakeMedia extends MediaServer {
  rooms: Map<string, MediaRoomSpec>
  echoes: Map<string, EchoRoomSpec>
  /** The broadcaster's media reached the payer. */
  connect(roomId: string): void
  lose(roomId: string, role: MediaRole): void
  comeBack(roomId: string, role: MediaRole): void
  /**
   * Media flows for this long, at 1.2 Mbit/s by default, as far as it is paid for; publishes `exhausted` when
   * the paid time is used up.
   */
  flow(roomId: string, ms: number, bytesPerSec?: number): void
  /** This much sent media is never proven to arrive; the room publishes when the limit is reached. */
  sendUnproven(roomId: string, ms: number): void
  /**
   * This much was sent to a connected payer, and no report has come yet; the room's end finds that none of it
   * arrived.
   */
  sendPending(roomId: string, ms: number): void
  /** From now on the call carries this, at the increment that begins next. */
  carry(roomId: string, carries: MediaSegment['carries']): void
  /** What the room was told that the broadcaster sends. */
  sending: Map<string, SideSending>
  crash(): void
  recover(): void
  /** Its second process is down; its rooms have moved to the first one. */
  loseSecondProcess(): void
  /** While true, rooms can't be opened. */
  refusesRooms: boolean
  /** While set, its endpoints refuse with this status. */
  refusesLinks: MediaRefused['status'] | null
}

/** A media server without media: tests set what it measures. The product never uses it. */
export const createFakeMedia = (): FakeMedia => {
  const listeners = new Set<(event: MediaEvent) => void>()
  const rooms = new Map<string, MediaRoomSpec>()
  const echoes = new Map<string, EchoRoomSpec>()
  const readings = new Map<string, MediaReading>()
  /** The final readings, for a room that is closed twice at almost the same time. */
  const finals = new Map<string, MediaReading>()
  let isUp = true
  let isOneDown = false
  let lost: string[] = []
  const say = (event: MediaEvent) => {
    for (const listener of listeners) listener(event)
  }
  const media: FakeMedia = {
    rooms,
    echoes,
    sending: new Map(),
    refusesRooms: false,
    refusesLinks: null,
    start: async () => undefined,
    stop: async () => undefined,
    isUp: () => isUp,
    processesUp: () => [isUp, isUp && !isOneDown],
    openRoom: async (room) => {
      if (media.refusesRooms) throw new MediaRefused(503, 'fake')
      rooms.set(room.roomId, room)
      readings.set(room.roomId, { ...room.carried })
    },
    publish: async () => {
      if (media.refusesLinks) throw new MediaRefused(media.refusesLinks, 'fake')
      return { resourceId: 'fake', answerSdp: 'v=0\r\n' }
    },
    subscribe: async () => ({ resourceId: 'fake', answerSdp: 'v=0\r\n' }),
    closeResource: async () => undefined,
    extendFunding: async (roomId, fundedMs) => {
      const room = rooms.get(roomId)
      if (room) room.fundedMs = Math.max(room.fundedMs, fundedMs)
    },
    setSending: async (roomId, sending) => {
      media.sending.set(roomId, sending)
    },
    setKind: async (roomId, kind) => {
      const room = rooms.get(roomId)
      const reading = readings.get(roomId)
      if (!room || !reading) return null
      room.kind = kind
      return reading
    },
    closeRoom: async (roomId) => {
      rooms.delete(roomId)
      const last = readings.get(roomId) ?? finals.get(roomId) ?? zeroReading
      readings.delete(roomId)
      finals.set(roomId, last)
      return last
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
    connect: (roomId) => say({ type: 'connected', roomId }),
    lose: (roomId, role) => say({ type: 'lost', roomId, role }),
    comeBack: (roomId, role) => say({ type: 'back', roomId, role }),
    flow: (roomId, ms, bytesPerSec = 150_000) => {
      const room = rooms.get(roomId)
      const reading = readings.get(roomId)
      if (!room || !reading) throw new Error(`no room ${roomId}`)
      const paid = Math.min(ms, room.fundedMs - reading.chargedMs)
      const next = {
        ...reading,
        chargedMs: reading.chargedMs + paid,
        connectedMs: reading.connectedMs + paid,
        mediaBytes: reading.mediaBytes + Math.round((paid * bytesPerSec) / 1_000),
        decidedIncrements: Math.max(
          reading.decidedIncrements,
          Math.ceil((reading.chargedMs + paid) / incrementMs),
        ),
      }
      readings.set(roomId, next)
      if (next.chargedMs === room.fundedMs) say({ type: 'exhausted', roomId, reading: next })
    },
    sendUnproven: (roomId, ms) => {
      const room = rooms.get(roomId)
      const reading = readings.get(roomId)
      if (!room || !reading) throw new Error(`no room ${roomId}`)
      const unprovenMs = reading.unprovenMs + ms
      readings.set(roomId, { ...reading, unprovenMs, connectedMs: reading.connectedMs + ms })
      if (unprovenMs - room.carried.unprovenMs >= room.unprovenMsMax) say({ type: 'unproven', roomId })
    },
    sendPending: (roomId, ms) => {
      const reading = readings.get(roomId)
      if (reading) readings.set(roomId, { ...reading, pendingMs: ms, connectedMs: reading.connectedMs + ms })
    },
    carry: (roomId, carries) => {
      const reading = readings.get(roomId)
      if (!reading) throw new Error(`no room ${roomId}`)
      const segment = { atMs: reading.connectedMs, firstIncrement: reading.decidedIncrements, carries }
      const next = { ...reading, segments: [...reading.segments, segment] }
      readings.set(roomId, next)
      say({ type: 'carries', roomId, reading: next })
    },
    crash: () => {
      isUp = false
      lost = [...rooms.keys()]
      rooms.clear()
      say({ type: 'down', roomIds: lost })
    },
    loseSecondProcess: () => {
      isOneDown = true
    },
    recover: () => {
      isUp = true
      isOneDown = false
      say({ type: 'up', roomIds: lost })
    },
  }
  return media
}
