import type {
  LineSession,
  LineSpec,
  MediaEvent,
  MediaReading,
  MediaRefused,
  MediaRoomSpec,
  MediaSeatSpec,
  MediaSession,
  PageAttempt,
  PageOfRoom,
  SideSending,
} from '../../port.ts'
import type { ListeningPlace } from '../signaling/candidates.ts'

/** The start settings of a media process, as JSON in its only argument; port 0 takes any free one. */
export interface MediaProcessSettings extends ListeningPlace {
  /** The UDP port for browsers behind a relay (relay-socket.ts); undefined where there is no relay. */
  relayPort?: number | undefined
}

/** A request of the app to the media process; the answer carries the same id. */
export type MediaRequest =
  | { type: 'openRoom'; room: MediaRoomSpec; seats: readonly MediaSeatSpec[]; pages: readonly PageOfRoom[] }
  | { type: 'preconnect'; line: LineSpec; offerSdp: string }
  | { type: 'closeLine'; roomId: string; page: PageAttempt }
  | { type: 'closeLines'; roomId: string }
  | { type: 'openSeat'; seat: MediaSeatSpec }
  /** The broadcaster is in another process, and the media comes from there; null when that one has ended. */
  | { type: 'followRoom'; room: MediaRoomSpec; feed: { key: string; port: number } | null }
  /** The broadcaster is in this process, and these ports of others get the media. */
  | { type: 'feedRoom'; roomId: string; key: string; ports: number[] }
  | {
      type: 'publish' | 'subscribe'
      roomId: string
      participantId: string
      offerSdp: string
      kind?: MediaRoomSpec['kind'] | undefined
    }
  | { type: 'closeResource'; roomId: string; participantId: string; resourceId: string | null }
  | { type: 'extendFunding' | 'limitFunding'; roomId: string; seatId: string; fundedMs: number }
  | { type: 'setSending'; roomId: string; sending: SideSending }
  | { type: 'setKind'; roomId: string; kind: MediaRoomSpec['kind'] }
  | { type: 'closeSeat'; roomId: string; seatId: string }
  | { type: 'closeRoom'; roomId: string }
  | { type: 'openEcho'; roomId: string; participantId: string }
  | { type: 'closeEcho'; roomId: string }
  | { type: 'echoIdleness' }

export type SeatReadings = [seatId: string, reading: MediaReading][]

export interface MediaAnswers {
  openRoom: readonly PageOfRoom[]
  preconnect: LineSession
  closeLine: null
  closeLines: null
  openSeat: null
  followRoom: null
  feedRoom: null
  publish: MediaSession
  subscribe: MediaSession
  closeResource: null
  extendFunding: null
  limitFunding: null
  setSending: null
  /** Null when the process has no such room. */
  setKind: SeatReadings | null
  /** Null when the process has no such seat. */
  closeSeat: MediaReading | null
  /** Null when the process has no such room. */
  closeRoom: SeatReadings | null
  openEcho: null
  closeEcho: null
  /** How long nothing has come from the participant of each echo, in milliseconds. */
  echoIdleness: [roomId: string, idleMs: number][]
}

export type MediaAnswer = MediaAnswers[keyof MediaAnswers]

export type AppMessage = { id: number; request: MediaRequest }

/** A message of the media process to the app. The first one is `ready` or `failed`. */
export type MediaProcessMessage =
  | { type: 'ready'; udpPort: number; feedPort: number }
  /** It can't start; a sentence for the operator. The process ends after this. */
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; answer: MediaAnswer }
  | { type: 'refusal'; id: number; status: MediaRefused['status']; message: string }
  | { type: 'event'; event: MediaEvent }
  /** Every 500 ms, also without rooms: a sign of life. */
  | { type: 'readings'; readings: SeatReadings }
  | { type: 'fault'; what: string; error: string }

export const readingsEveryMs = 500
/** How long a subscriber waits for the other side to publish. */
export const publisherWaitMs = 8_000
