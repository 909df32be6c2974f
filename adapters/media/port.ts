/**
 * The media port: one call is one room with a payer (the caller) and a broadcaster. Media always passes through the
 * server behind this port; neither side ever learns the other's address. A pre-call check has an echo room, which has
 * the same endpoints as a call's room and no meter.
 *
 * All durations are milliseconds of the media process's monotonic clock; no client clock is ever read.
 */

/** `payer` is the caller whose points pay; `broadcaster` is the side whose media the meter counts. */
export type MediaRole = 'payer' | 'broadcaster'

/** What one side's page says that it sends: false for a muted microphone, and for a camera that is off or missing. */
export interface SideSending {
  microphone: boolean
  camera: boolean
}

/** An increment of the charge. contract/points/points.ts has the same figure; a test holds them equal. */
export const incrementMs = 6_000

/** From `atMs` on, until the next segment, the call carried this. */
export interface MediaSegment {
  /** Connected time at which it begins. */
  atMs: number
  /** The first increment that begins in it; its price is that of what is carried. */
  firstIncrement: number
  /** `voice`: a voice call, or a video call without the broadcaster's picture. `nothing`: the meter stands. */
  carries: 'video' | 'voice' | 'nothing'
}

/** The longest offer that is read. One with every codec Chromium knows is about 8 KB. */
export const offerBytesMax = 32 * 1024

export interface MediaRoomSpec {
  /** The call id; the room of a call carries its id. */
  roomId: string
  /** Voice rooms refuse video sections. */
  kind: 'voice' | 'video'
  participants: Record<MediaRole, string>
  /** Chargeable time that is paid for. At this reading forwarding to the payer stops until it is extended. */
  fundedMs: number
  /** So much more of what is sent may stay without proof that it arrived; then the room says `unproven`. */
  unprovenMsMax: number
  /** What an earlier media process had already measured for this call; zeroes for a new call. */
  carried: MediaReading
  /** What the broadcaster's page said last; both on unless given. */
  broadcasterSends?: SideSending | undefined
}

/** A room of one participant, which returns the participant's own media. */
export interface EchoRoomSpec {
  /** Never that of a call. */
  roomId: string
  participantId: string
  /** When too many rooms are open, a network's own rooms are closed first for its next one. */
  networkKey: string
  /** It closes by itself after this. */
  maxMs: number
}

/** What the meter reads. Every figure but `pendingMs` is cumulative over the call and never falls. */
export interface MediaReading {
  /** Time since the broadcaster's media first reached the payer. */
  connectedMs: number
  /** Time in which the broadcaster's media was forwarded to the payer and, by the payer's reports, arrived. */
  chargedMs: number
  /** Forwarded to a present payer and not reported yet: it will be charged unless a report says otherwise. */
  pendingMs: number
  /** Time in which the payer's side was away. */
  payerLostMs: number
  /** Time in which the broadcaster's side was away (while the payer was there). */
  broadcasterLostMs: number
  /** Time in which the broadcaster's media was forwarded without proof that it arrived. It is not charged. */
  unprovenMs: number
  /** Payload of the media that was forwarded to the payer. */
  mediaBytes: number
  /** What the call carried so far, in order; only added to. */
  segments: readonly MediaSegment[]
  /** Increments that have begun, and whose price is decided with that. */
  decidedIncrements: number
}

export const zeroReading: MediaReading = {
  connectedMs: 0,
  chargedMs: 0,
  pendingMs: 0,
  payerLostMs: 0,
  broadcasterLostMs: 0,
  unprovenMs: 0,
  mediaBytes: 0,
  segments: [],
  decidedIncrements: 0,
}

export type MediaEvent =
  /** The broadcaster's media reached the payer for the first time; once for each time the room was opened. */
  | { type: 'connected'; roomId: string }
  /**
   * A side that was there fell silent, or one of its connections was deleted, closed or failed without being
   * replaced. Nothing is forwarded to the payer and nothing charged until it is back.
   */
  | { type: 'lost'; roomId: string; role: MediaRole }
  /** A lost side's transport is alive again; or a side has come back to a room that was opened again. */
  | { type: 'back'; roomId: string; role: MediaRole }
  /** `chargedMs` reached `fundedMs`; forwarding to the payer stands until `extendFunding`. */
  | { type: 'exhausted'; roomId: string; reading: MediaReading }
  /** The call carries something else from now on; at most once in 250 ms. */
  | { type: 'carries'; roomId: string; reading: MediaReading }
  /** As much of the call is unproven as the room allows: nothing is forwarded to the payer any more. Said once. */
  | { type: 'unproven'; roomId: string }
  /** A media process died and these rooms with it. Their last readings stay readable until they are reopened. */
  | { type: 'down'; roomIds: string[] }
  /** Rooms that went down can be opened again: in a fresh process, or in another one that is up. */
  | { type: 'up'; roomIds: string[] }

/** A refusal of a publish or subscribe, with the HTTP status that the WHIP or WHEP endpoint answers. */
export class MediaRefused extends Error {
  readonly status: 404 | 406 | 409 | 413 | 415 | 422 | 503
  constructor(status: MediaRefused['status'], message: string) {
    super(message)
    this.name = 'MediaRefused'
    this.status = status
  }
}

export interface MediaSession {
  /** The WHIP/WHEP resource id, unguessable. */
  resourceId: string
  answerSdp: string
}

export interface MediaServer {
  /** Starts the media process and resolves when it accepts rooms. */
  start(): Promise<void>
  /** Stops the process; open connections are closed. */
  stop(): Promise<void>
  /** Whether the media process accepts rooms now. */
  isUp(): boolean
  /** Whether each of its processes accepts rooms now, in the order of their ports. */
  processesUp(): readonly boolean[]
  /** Opening a room that is open only extends its funding. Refuses with 503 while the media process is down. */
  openRoom(room: MediaRoomSpec): Promise<void>
  /** WHIP (RFC 9725): one participant's media in. A second publish of the same participant replaces the first. */
  publish(roomId: string, participantId: string, offerSdp: string): Promise<MediaSession>
  /**
   * WHEP: the other participant's media out. Waits up to 8 s for the other side to publish, then refuses with 404.
   * A second subscription of the same participant replaces the first.
   */
  subscribe(roomId: string, participantId: string, offerSdp: string): Promise<MediaSession>
  /**
   * Closes one WHIP or WHEP resource of a participant, who then counts as lost; a resource that is already gone is no
   * error. A client that only renews a connection posts the new offer instead: that isn't a loss.
   */
  closeResource(roomId: string, participantId: string, resourceId: string): Promise<void>
  /**
   * Raises the paid chargeable time (cumulative; a lower figure changes nothing); forwarding resumes when it had
   * stopped. A room that isn't there is no error: what is paid comes with its next `openRoom`.
   */
  extendFunding(roomId: string, fundedMs: number): Promise<void>
  /** What the broadcaster's page says that it sends. A room that isn't there is no error: `openRoom` has it too. */
  setSending(roomId: string, sending: SideSending): Promise<void>
  /**
   * From the next increment on the room is of this kind. Answers the reading that has every increment of the kind
   * before; null when no media process has the room, which then comes with its next `openRoom`.
   */
  setKind(roomId: string, kind: MediaRoomSpec['kind']): Promise<MediaReading | null>
  /**
   * Ends the room and answers its final reading. An unknown room, and any room while the media process is down,
   * answers its last known reading, or zeroes.
   */
  closeRoom(roomId: string): Promise<MediaReading>
  /**
   * Opens a room of one: `publish`, `subscribe` (which doesn't wait) and `closeResource` serve it like a call's room.
   * It has no reading and no events. An echo room that is already open closes and opens again. Refuses with 503 while
   * the media process is down, or when too many are open and none of them can be closed: pre-call checks never take the
   * calls' capacity.
   */
  openEcho(room: EchoRoomSpec): Promise<void>
  /** One that is gone already is no error. */
  closeEcho(roomId: string): Promise<void>
  /** The newest reading of every open call room; refreshed at least once a second. */
  readings(): ReadonlyMap<string, MediaReading>
  onEvent(listener: (event: MediaEvent) => void): () => void
}
