/**
 * The media port. A room has one broadcaster and any number of seats. A seat belongs to one payer: it is one metered
 * session of the broadcaster's media. A call of two is a room with one seat, and both have the call's id. A live room
 * has one seat for each watcher, and at most one whose payer sends: the live call.
 *
 * Media always passes through the server behind this port; nobody ever learns another one's address. The broadcaster's
 * media goes to every seat. A payer's media goes to the broadcaster, and never to another seat. A pre-call check has an
 * echo room, which has the same endpoints as other rooms and no meter.
 *
 * All durations are milliseconds of the media process's monotonic clock; no client clock is ever read.
 */

/** `payer` has a seat, and points that pay for it; `broadcaster` is the side whose media each seat's meter counts. */
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
  /** `voice`: a voice call, or a video call without the broadcaster's picture. `nothing`: the meter is paused. */
  carries: 'video' | 'voice' | 'nothing'
}

/** The longest offer that is read. One with every codec Chromium knows is about 8 KB. */
export const offerBytesMax = 32 * 1024

export interface MediaRoomSpec {
  /** The call id, or the live room's. */
  roomId: string
  /** Voice rooms refuse video sections. */
  kind: 'voice' | 'video'
  broadcasterId: string
  /** What the broadcaster's page said last; both on unless given. */
  broadcasterSends?: SideSending | undefined
}

export interface MediaSeatSpec {
  /** The call id in a call. Unique over all rooms. */
  seatId: string
  roomId: string
  /** A payer who has several seats in one room connects to the one that was opened last. */
  payerId: string
  /**
   * The payer publishes, and the broadcaster gets that: in a call and in a live call. At most one seat of a room. The
   * payer of any other seat is refused with 403 when publishing.
   */
  payerSends: boolean
  /**
   * False for a silent look of an operator: it is forwarded to without a meter, has no reading and no events, and the
   * figures below mean nothing. True unless given.
   */
  metered?: boolean | undefined
  /** Chargeable time that is paid for. At this reading forwarding to the payer stops until it is extended. */
  fundedMs: number
  /**
   * So much forwarded time at the seat's beginning is not metered; 0 unless given. With `fundedMs` 0 the seat is a free
   * look only, and is `exhausted` when that is over.
   */
  freeMs?: number | undefined
  /** So much more of what is sent may stay without proof that it arrived; then the seat is `unproven`. */
  unprovenMsMax: number
  /** What an earlier media process had already measured for this seat; zeroes for a new one. */
  carried: MediaReading
  /**
   * Media has flowed before, so that each side that comes is `back`. It need not show in `carried`, which may be of a
   * moment before. False unless given.
   */
  wasConnected?: boolean | undefined
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

/**
 * A line: the connection of one page of a participant, for both directions, brought up while the call of a room rings.
 * Nothing is forwarded over it and nothing of it is kept until `openRoom` takes it.
 */
export interface LineSpec extends PageAttempt {
  /** Of the room that an answer would open. */
  roomId: string
  kind: MediaRoomSpec['kind']
}

/** The page that has a participant's place in a room. */
export interface PageOfRoom {
  participantId: string
  pageId: string
}

/** Of several offers of a page the one with the highest number counts, in whatever order they arrive. */
export interface PageAttempt extends PageOfRoom {
  attempt: number
}

/** What a seat's meter reads. Every figure but `pendingMs` is cumulative over the seat and never falls. */
export interface MediaReading {
  /** Time since the broadcaster's media first reached the payer. */
  connectedMs: number
  /** Time in which the broadcaster's media was forwarded to the payer and, by the payer's reports, arrived. */
  chargedMs: number
  /** Forwarded time at the beginning that is not metered. */
  freeMs: number
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
  freeMs: 0,
  pendingMs: 0,
  payerLostMs: 0,
  broadcasterLostMs: 0,
  unprovenMs: 0,
  mediaBytes: 0,
  segments: [],
  decidedIncrements: 0,
}

/** By seat id. */
export type MediaReadings = ReadonlyMap<string, MediaReading>

export type MediaEvent =
  /** The broadcaster's media reached the payer for the first time; once for each time the seat was opened. */
  | { type: 'connected'; roomId: string; seatId: string }
  /**
   * A side that was there fell silent, or one of its connections was deleted, closed or failed without being
   * replaced. Nothing is forwarded to the payers of these seats and nothing charged until it is back. The payer's names
   * the payer's seat. The broadcaster's names several seats at once, and each media process that has seats of the room
   * tells of its own. Only where the payer sends does the broadcaster's connection for receiving count.
   */
  | { type: 'lost'; roomId: string; seatIds: string[]; role: MediaRole }
  /** A lost side's transport is alive again; or a side has come back to a seat that was opened again. */
  | { type: 'back'; roomId: string; seatIds: string[]; role: MediaRole }
  /**
   * The room's broadcaster publishes, or doesn't any more (by the same rules as `lost`), whether or not there are seats.
   * A room that is opened begins without; one that goes down with its process says nothing more of it.
   */
  | { type: 'publishing'; roomId: string; isPublishing: boolean }
  /** The seat's `chargedMs` reached `fundedMs`, or the free look is over; forwarding pauses until `extendFunding`. */
  | { type: 'exhausted'; roomId: string; seatId: string; reading: MediaReading }
  /** The seat carries something else from now on; at most once in 250 ms. */
  | { type: 'carries'; roomId: string; seatId: string; reading: MediaReading }
  /** As much of the seat is unproven as it may be: nothing is forwarded to its payer any more. Said once. */
  | { type: 'unproven'; roomId: string; seatId: string }
  /**
   * A media process died, and with it these rooms' broadcasters and these seats. Last readings stay readable until the
   * seats are reopened. Seats of these rooms in other processes only lose the broadcaster, who is back once the room was
   * opened again and the broadcaster has connected again.
   */
  | { type: 'down'; roomIds: string[]; seatIds: string[] }
  /**
   * What went down can be opened again, in a fresh process or in another one that is up: a room before its seats, which
   * are refused with 503 until then.
   */
  | { type: 'up'; roomIds: string[]; seatIds: string[] }

/** A refusal of a publish or subscribe, with the HTTP status that the WHIP or WHEP endpoint answers. */
export class MediaRefused extends Error {
  readonly status: 403 | 404 | 406 | 409 | 413 | 415 | 422 | 503
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

export interface LineSession {
  /** The resource of what the page sends, and that of what it receives: each can be closed or replaced by itself. */
  publishId: string
  subscribeId: string
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
  /**
   * Opens a room, and these seats of it in the same media process: both or neither. A room that is open stays as it
   * is, and so does a seat, but for its funding. Refuses with 503 while no media process is up.
   *
   * @param pages have the places of their participants: their lines are taken over as if they published and subscribed,
   * also a line that comes late. All other lines of the ring are closed.
   * @returns the pages that have their place; the connections of the others are lost, and they publish and subscribe
   */
  openRoom(
    room: MediaRoomSpec,
    seats?: readonly MediaSeatSpec[],
    pages?: readonly PageOfRoom[],
  ): Promise<readonly PageOfRoom[]>
  /**
   * A line, before there is a room: the offer has sections to send in and sections to receive in. The same page again
   * replaces its line. Refuses with 409 an attempt that comes after a later one, and when the room is open and another
   * page has the place; with 503 when no process is up or too many lines exist; and an offer that can't be answered as
   * `publish` does.
   */
  preconnect(line: LineSpec, offerSdp: string): Promise<LineSession>
  /**
   * The page doesn't ring any more; without a line, with a newer one, or once a room has taken it, it does nothing.
   */
  closeLine(roomId: string, page: PageAttempt): Promise<void>
  /** Whether lines may stand for this room. */
  hasLines(roomId: string): boolean
  /** The ring is over; without lines it does nothing. They also end by themselves after 40 s. */
  closeLines(roomId: string): Promise<void>
  /**
   * Opens a seat of an open room, in any media process. Opening one that is open only extends its funding. Refuses with
   * 404 when the room was never opened or is closed, with 503 while its process is down, and with 409 when the payer of
   * another seat of the room sends already.
   */
  openSeat(seat: MediaSeatSpec): Promise<void>
  /**
   * WHIP (RFC 9725): one participant's media in. A second publish of the same participant replaces the first. Refuses
   * with 404 a stranger, and with 403 a payer whose seat doesn't send.
   *
   * @param kind what the call carries as its participants know it, here and in `subscribe`: a room may learn of a change
   * later than they do. The room's own kind unless given.
   */
  publish(
    roomId: string,
    participantId: string,
    offerSdp: string,
    kind?: MediaRoomSpec['kind'],
  ): Promise<MediaSession>
  /**
   * WHEP: to a payer the broadcaster's media, to the broadcaster the media of the payer who sends. Waits up to 8 s for
   * the other side to publish, then refuses with 409. A second subscription of the same participant replaces the first.
   */
  subscribe(
    roomId: string,
    participantId: string,
    offerSdp: string,
    kind?: MediaRoomSpec['kind'],
  ): Promise<MediaSession>
  /**
   * Closes one WHIP or WHEP resource of a participant, or all of them (null), who then counts as lost; a resource that is
   * already gone is no error. A client that only renews a connection posts the new offer instead: that isn't a loss.
   */
  closeResource(roomId: string, participantId: string, resourceId: string | null): Promise<void>
  /**
   * Raises the paid chargeable time (cumulative; a lower figure changes nothing); forwarding resumes when it had
   * stopped. A seat that isn't there is no error: what is paid comes with its next `openSeat`.
   */
  extendFunding(seatId: string, fundedMs: number): Promise<void>
  /**
   * Lowers the paid chargeable time (cumulative; a higher figure changes nothing): the payer's own limit, or what was paid
   * beside the meter, left less of it. Forwarding stops when it is used up. A seat that isn't there is no error.
   */
  limitFunding(seatId: string, fundedMs: number): Promise<void>
  /** What the broadcaster's page says that it sends. A room that isn't there is no error: `openRoom` has it too. */
  setSending(roomId: string, sending: SideSending): Promise<void>
  /**
   * From the next increment on the room and its seats are of this kind. Answers each seat's reading, which has every
   * increment of the kind before; null when no media process has the room, which then comes with its next `openRoom`.
   */
  setKind(roomId: string, kind: MediaRoomSpec['kind']): Promise<MediaReadings | null>
  /**
   * Ends one seat and answers its final reading; the room and its other seats go on. An unknown seat, and any seat while
   * its media process is down, answers its last known reading, or zeroes.
   */
  closeSeat(seatId: string): Promise<MediaReading>
  /**
   * Ends the room with every seat of it and answers their final readings, as `closeSeat` does. The room that is closed
   * again answers the same. An unknown one has no seats.
   */
  closeRoom(roomId: string): Promise<MediaReadings>
  /**
   * Opens a room of one: `publish`, `subscribe` (which doesn't wait) and `closeResource` serve it like another room.
   * It has no reading and no events. An echo room that is already open closes and opens again. Refuses with 503 while
   * the media process is down, or when too many are open and none of them can be closed: pre-call checks never take the
   * calls' capacity.
   */
  openEcho(room: EchoRoomSpec): Promise<void>
  /** One that is gone already is no error. */
  closeEcho(roomId: string): Promise<void>
  /** The newest reading of every open seat; refreshed at least once a second. */
  readings(): MediaReadings
  onEvent(listener: (event: MediaEvent) => void): () => void
}
