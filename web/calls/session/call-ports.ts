import type { CallKind, CallRole, CallSnapshot, callsEndpoints, IceServer } from '#contract/calls/calls.ts'
import type { SideSending } from '#contract/calls/in-call.ts'
import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import type { randomCallsEndpoints } from '#contract/calls/random-calls.ts'
import type { Failure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf } from '#contract/core/endpoint.ts'
import type { watchEndpoints } from '#contract/live/rooms.ts'
import type { DeviceMemory, DeviceSwitches } from '../media/device-memory.ts'
import type { LineOptions, PreconnectedLine, TakenLine } from '../media/link/preconnected-line.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { MediaSession } from '../media/media-session.ts'
import type { PreopenedCamera } from '../media/preopened-camera.ts'
import type { PayKind } from './call-entry.ts'

type Answer<E extends EndpointSpec> = Promise<OutputOf<E> | Failure>
type Calls = typeof callsEndpoints
type RandomCalls = typeof randomCallsEndpoints

/** The requests of a call; each answers its output or a failure, and never throws. */
export interface CallApi {
  sendCallRequest(input: {
    callId: string
    pageId: string
    partnerId: string
    callType: CallKind | 'live'
    origin: 'direct' | 'standby'
    /** The price on the button: the server refuses a higher one. */
    expectedRatePointsPerMin?: number
  }): Answer<Calls['sendCallRequest']>
  getCall(input: { callId: string }): Answer<Calls['getCall']>
  getMyCall(): Answer<Calls['getMyCall']>
  acceptCall(input: { callId: string; pageId: string }): Answer<Calls['acceptCall']>
  joinCall(input: { callId: string; pageId: string }): Answer<Calls['joinCall']>
  /** Hangs up, cancels or declines: the server knows which one it is. */
  endCall(input: { callId: string }, options?: { keepalive: boolean }): Answer<Calls['endCall']>
  requestRandomCall(input: { callId: string }): Answer<RandomCalls['requestRandomCall']>
  cancelRandomCall(
    input: { callId: string },
    options?: { keepalive: boolean },
  ): Answer<RandomCalls['cancelRandomCall']>
  enterLive(input: {
    callId: string
    roomId: string
    expectedRatePointsPerMin: number
    spendCap: number | null
    isFreeLook: boolean
  }): Answer<(typeof watchEndpoints)['enterLive']>
  pay(kind: PayKind, input: { callId: string; requestId: string }): Promise<MeterReading | Failure>
}

/** `socketBack`: the socket is connected again, and events may have been missed meanwhile. */
export type CallEvent = { call: CallSnapshot } | { overCallId: string } | { socketBack: true }

/** What a call session needs from its environment; tests use a virtual one. */
export interface CallPorts {
  api: CallApi
  /** `ahead`: the camera, where it is open or being opened already. */
  acquireMedia(
    kind: CallKind,
    switches: DeviceSwitches,
    ahead: Promise<MediaStreamTrack | null> | null,
  ): Promise<LocalMedia>
  /** Which devices the browser opens without a question. `ringing`: the call that rings here, if any. */
  grantedDevices(ringing: string | null): Promise<DeviceSwitches>
  /** Whether the server has just told this page that the call rings. */
  ringsHere(callId: string | null): boolean
  /** Opens the camera while a call rings here, where the browser needn't ask. `onPicture` is told the own picture. */
  preopenCamera(onPicture: (picture: MediaStream | null) => void): PreopenedCamera
  /** For a call in which the member sends nothing. */
  noMedia(): LocalMedia
  /**
   * Switches a device on or off before its media is sent; `isWanted` is asked once a camera is open.
   * @returns false when the camera can't be opened
   */
  switchDevice(
    media: LocalMedia,
    device: keyof DeviceSwitches,
    isOn: boolean,
    isWanted: () => boolean,
  ): Promise<boolean>
  switchMemory: Pick<DeviceMemory, 'switches' | 'rememberSwitch'>
  /** The screen no longer needs the devices that it opened. */
  releaseMedia(media: LocalMedia): void
  openMedia(options: {
    callId: string
    token: string
    iceServers: IceServer[]
    kind: CallKind
    role: CallRole
    local: LocalMedia
    /** The member sends nothing, also no empty picture. */
    onlyReceives: boolean
    /** What stood while the call rang, where this page has the place. */
    line: TakenLine | null
  }): MediaSession
  /** Brings this page's connection up while its call rings, unless it was begun with the ring. */
  openLine(options: LineOptions): PreconnectedLine
  /** Events of the member's calls. Returns a function that stops listening. */
  onCallEvent(listener: (event: CallEvent) => void): () => void
  isSocketUp(): boolean
  /** Joins the call's socket room. Returns a function that leaves it. */
  joinRoom(callId: string, token: string): () => void
  /** Tells the other side and the meter what this page sends; the newest state counts. */
  reportSending(callId: string, sending: SideSending): void
  /**
   * The ring this page gave up when it was closed, or the call it showed as over without an answer of the server: the
   * next page that finds it ends it, and doesn't resume it at a price that nobody is asked about.
   */
  givenUp: { store(callId: string): void; callId(): string | null }
  /**
   * The running call of this browser. It outlives the page: a page that is opened after the end shows that end.
   */
  runningCall: {
    store(callId: string, pageId: string): void
    callId(): string | null
    clear(): void
    clearOwn(pageId: string): void
  }
  /** Identifies this page to the member's other pages. */
  pageId: string
  /**
   * This page claims the call; `onClaimedElsewhere` is called when another page of the member, on any device, claims it.
   */
  claim(callId: string, onClaimedElsewhere: () => void): () => void
  /** Milliseconds of a monotonic clock. */
  now(): number
  newId(): string
}

/** What opens and closes the member's own devices. */
export type DevicePorts = Pick<
  CallPorts,
  | 'acquireMedia'
  | 'grantedDevices'
  | 'ringsHere'
  | 'preopenCamera'
  | 'noMedia'
  | 'releaseMedia'
  | 'switchDevice'
  | 'switchMemory'
>
