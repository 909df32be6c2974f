import type { CallKind, CallPhase, CallRole, CallSnapshot, EndReason } from '#contract/calls/calls.ts'
import { type CallEndedInfo, callEndedInfo, isOwnDecline, refusedInfo } from '#domain/calls/post-call.ts'
import { allOn, type DeviceSwitches } from '../media/device-memory.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { MediaSession } from '../media/media-session.ts'
import type { CallEntry } from './call-entry.ts'
import { type Outage, running } from './connection/outage.ts'
import type { HeartbeatAnswer } from './meter.ts'

/** The partner on a call screen, from whatever is known already. */
export interface CallPartner {
  name: string
  avatarId: string | null
  /** The broadcaster's prices; null until known, and for a partner who is a caller. */
  rates: Record<CallKind, number | null> | null
}

/** The stage of a call screen. The specification's beforeCall, inCall and afterCall derive from it. */
export type CallStage =
  /** Fetches the call to resume, if there is one. */
  | { name: 'looking' }
  /** Opened without a tap on a price: shows the price first. */
  | { name: 'confirm' }
  /** The camera and the microphone are being opened; unless they `openAtOnce`, the browser may be asking for them. */
  | { name: 'devices'; openAtOnce?: boolean }
  | { name: 'blocked'; problems: LocalMedia['problems']; canGoOn: boolean }
  | { name: 'requesting' }
  | { name: 'ringing' }
  | { name: 'incoming' }
  | { name: 'answering' }
  | { name: 'connecting' }
  | { name: 'inCall' }
  | { name: 'leaving' }
  /** `offlineId`: the broadcaster of whom the caller can be notified. */
  | { name: 'refused'; message: string; canRetry: boolean; offlineId?: string }
  /** The call continues in another tab or on another device. */
  | { name: 'elsewhere' }
  /** Left before there was a call. */
  | { name: 'left' }
  | { name: 'ended'; info: CallEndedInfo }

/** A refused ring or answer. Of a broadcaster who is offline the caller can be notified later. */
const refusedStage = (
  { code, message }: { code: string; message: string },
  { direction, role, partnerId }: Pick<CallEntry, 'direction' | 'role' | 'partnerId'>,
): CallStage => ({
  name: 'refused',
  message,
  canRetry: direction !== 'incoming',
  ...(code === 'callPartnerOffline' && role === 'caller' ? { offlineId: partnerId } : {}),
})

/** The ring of this screen has ended. */
export const ringIsOver = { name: 'refused', message: 'この着信は終わっています。', canRetry: false } as const

/** What a refused request means for its screen. The price of a live room is asked anew; other ends have their modal. */
export const stageOfRefusal = (failure: { code: string; message: string }, entry: CallEntry): CallStage => {
  const dialled = entry.direction === 'outgoing'
  const info = entry.direction === 'watch' ? null : refusedInfo(failure.code, { ...entry, dialled })
  return info ? { name: 'ended', info } : refusedStage(failure, entry)
}

export interface CallView {
  stage: CallStage
  call: CallSnapshot | null
  /** The call ran before this page was loaded, and is being joined again. */
  isResuming: boolean
  /** When `call` arrived, by the page's clock. */
  callReceivedAt: number
  meter: HeartbeatAnswer | null
  /** Whether the line is down on either side: the meter's picture is frozen. */
  outage: Outage
  /** The server can't be reached, though the media may flow: time goes on by the page's own clock. */
  isControlLost: boolean
  media: MediaSession | null
  /** What the partner sends once the call is answered, before there is media. */
  early: MediaStream | null
  /** The own picture before there is media. */
  preview: MediaStream | null
  /** The own devices that are switched on before there is media. */
  switches: DeviceSwitches
}

/** The view before anything is known. */
export const emptyView: CallView = {
  stage: { name: 'looking' },
  call: null,
  isResuming: false,
  callReceivedAt: 0,
  meter: null,
  outage: running,
  isControlLost: false,
  media: null,
  early: null,
  preview: null,
  switches: allOn,
}

export type CallState = 'beforeCall' | 'inCall' | 'afterCall'

/** Specification 4, Call state. */
export const callStateOf = (stage: CallStage): CallState => {
  switch (stage.name) {
    case 'connecting':
    case 'inCall':
      return 'inCall'
    case 'leaving':
    case 'ended':
    case 'elsewhere':
    case 'left':
      return 'afterCall'
    default:
      return 'beforeCall'
  }
}

/** A call in this stage continues beside the other pages when its screen is left. */
export const isRunning = (stage: CallStage): boolean => callStateOf(stage) === 'inCall'

/** The own ring has been requested and nobody has answered it. */
export const isDialling = ({ name }: CallStage): boolean => name === 'requesting' || name === 'ringing'

const phaseOrder: readonly CallPhase[] = ['requested', 'ringing', 'accepted', 'connecting', 'inCall', 'ended']

/** Events can overtake each other; a call never returns to an earlier phase. */
export const isOlder = (next: CallPhase, before: CallPhase): boolean =>
  phaseOrder.indexOf(next) < phaseOrder.indexOf(before)

/** Whether nobody has answered yet. */
export const rings = ({ phase }: Pick<CallSnapshot, 'phase'>): boolean =>
  phase === 'requested' || phase === 'ringing'

/** The end reason of a side that hangs up. */
const ownEnd = (call: CallSnapshot): EndReason => {
  if (rings(call)) return call.dialled ? 'cancelled' : 'declined'
  return call.role === 'caller' ? 'byCaller' : 'byBroadcaster'
}

/** A call that this side ended while the server is out of reach: it ends there by itself. */
export const endedHere = (call: CallSnapshot, callDurationSec: number): CallSnapshot => ({
  ...call,
  phase: 'ended',
  endReason: ownEnd(call),
  callDurationSec,
})

/** The last stage of a call's screen; without a call there is nothing to tell. */
export const stageAfter = (call: CallSnapshot | null): CallStage => {
  const info = call && !isOwnDecline(call) ? callEndedInfo(call) : null
  return info ? { name: 'ended', info } : { name: 'left' }
}

export type DevicesVerdict = 'enough' | 'canGoOn' | 'notEnough'

/**
 * Whether a call can be made with the available devices. Voice needs a microphone. A caller may watch and
 * listen without either. A broadcaster needs one of them: without both nothing would ever be sent.
 */
export const devicesVerdict = (
  kind: CallKind,
  role: CallRole,
  { microphone, camera }: LocalMedia['problems'],
): DevicesVerdict => {
  if (kind === 'voice') return microphone === null ? 'enough' : 'notEnough'
  if (microphone === null && camera === null) return 'enough'
  if (role === 'broadcaster' && microphone !== null && camera !== null) return 'notEnough'
  return 'canGoOn'
}

/** Whether the meter runs, and at which price, differs between two states of a call: its reading is out of date. */
export const isOtherTariff = (before: CallSnapshot, { live }: CallSnapshot): boolean =>
  before.live.carries !== live.carries || before.live.currentPointsPerMin !== live.currentPointsPerMin

/**
 * Seconds the call has lasted, for the side that sees no charges: the server's figure, counted on while media
 * arrives.
 */
export const connectedSecAt = ({ call, callReceivedAt, outage }: CallView, now: number): number => {
  if (!call || call.connectedAt === null) return 0
  const until = Math.min(now, outage.frozenSince ?? now)
  const sinceMs = call.phase === 'inCall' ? Math.max(0, until - callReceivedAt) : 0
  return call.callDurationSec + Math.floor(sinceMs / 1000)
}
