import type { CallKind, CallRole, CallSnapshot, callsEndpoints, IceServer } from '#contract/calls/calls.ts'
import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import type { randomCallsEndpoints } from '#contract/calls/random-calls.ts'
import type { Failure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf } from '#contract/core/endpoint.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { MediaSession } from '../media/media-session.ts'

type Answer<E extends EndpointSpec> = Promise<OutputOf<E> | Failure>
type Calls = typeof callsEndpoints
type RandomCalls = typeof randomCallsEndpoints

/** The requests a call makes; each answers its output or a failure, and never throws. */
export interface CallApi {
  sendCallRequest(input: {
    callId: string
    partnerId: string
    callType: CallKind
    origin: 'direct' | 'standby'
    /** The price on the button: a higher one is refused. */
    expectedRatePointsPerMin?: number
  }): Answer<Calls['sendCallRequest']>
  getCall(input: { callId: string }): Answer<Calls['getCall']>
  getMyCall(): Answer<Calls['getMyCall']>
  acceptCall(input: { callId: string }): Answer<Calls['acceptCall']>
  joinCall(input: { callId: string; pageId: string }): Answer<Calls['joinCall']>
  /** Hangs up, cancels and declines: the server knows which of them it is. */
  endCall(input: { callId: string }, options?: { keepalive: boolean }): Answer<Calls['endCall']>
  requestRandomCall(input: { callId: string }): Answer<RandomCalls['requestRandomCall']>
  cancelRandomCall(
    input: { callId: string },
    options?: { keepalive: boolean },
  ): Answer<RandomCalls['cancelRandomCall']>
  pay(kind: CallKind, input: { callId: string; requestId: string }): Promise<MeterReading | Failure>
}

/** `socketBack`: news may have been missed while it was down. */
export type CallEvent = { call: CallSnapshot } | { overCallId: string } | { socketBack: true }

/** What a call session needs of the world; tests give it a virtual one. */
export interface CallPorts {
  api: CallApi
  acquireMedia(kind: CallKind): Promise<LocalMedia>
  /** The screen is done with what it acquired. */
  releaseMedia(media: LocalMedia): void
  openMedia(options: {
    callId: string
    token: string
    iceServers: IceServer[]
    kind: CallKind
    role: CallRole
    local: LocalMedia
  }): MediaSession
  /** News of the member's calls, as they come. Returns how to stop listening. */
  onCallNews(listener: (news: CallEvent) => void): () => void
  isSocketUp(): boolean
  /** Joins the call's socket room. Returns how to leave it. */
  joinRoom(callId: string, token: string): () => void
  /** The ring this page gave up when it was left: the next page here knows it, though it may still ring for a moment. */
  givenUp: { note(callId: string): void; callId(): string | null }
  /** Names this page to the others of the member. */
  pageId: string
  /** The call is on this page now; `onTaken` when another page of the member, on whichever device, takes it. */
  claim(callId: string, onTaken: () => void): () => void
  /** Milliseconds of a clock that never jumps. */
  now(): number
  newId(): string
}
