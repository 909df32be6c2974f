import type { CallRole, CallSnapshot, Receipt } from '#contract/calls/calls.ts'
import type { Stall } from '#test/helpers/lateness-log.ts'
import type { EndpointRequest, SoundStretch } from '#test/helpers/simulated/simulated-sound.ts'

/** What the simulated people know at the end of a run. Instants are the wall clock's milliseconds. */
export interface Observations {
  stories: CallObservation[]
  visits: VisitObservation[]
  rooms: RoomObservation[]
  newcomers: NewcomerObservation[]
  failures: FailedAsk[]
  /** When the process of the simulated people itself stood still: what it saw then came late. */
  stalls: Stall[]
}

/** How a call is meant to go; a seed decides. */
export interface CallPlan {
  number: number
  dialler: CallRole
  answer: 'accepted' | 'declined' | 'never' | 'cancelled'
  /** From the ring to what `answer` says. */
  answerAfterMs: number
  /** Sound the caller hears before the call is ended. */
  soundMs: number
  ending: CallEnding
  /** A side whose network goes and comes back in the middle. */
  blip: { side: CallRole; afterSoundMs: number; lastsMs: number } | null
}

/** `nobody`: the caller's points run out. A side that vanishes sends nothing and is not seen again in this call. */
export type CallEnding =
  | 'callerHangsUp'
  | 'broadcasterHangsUp'
  | 'callerVanishes'
  | 'broadcasterVanishes'
  | 'nobody'

/** One call as its two people lived it. */
export interface CallObservation {
  plan: CallPlan
  /** Null when the ring was never sent. */
  callId: string | null
  sides: Record<CallRole, SideObservation>
  /** When the dialler learned that it rings. */
  rangAt: number | null
  /** When the callee learned that the answer counts. */
  acceptedAt: number | null
  /** Why the dialler's ring was refused. */
  refusal: string | null
}

export interface SideObservation {
  memberId: string
  stages: { at: number; name: string }[]
  /** Since when this side has left on purpose. */
  left: { how: 'hungUp' | 'vanished'; at: number } | null
  /** When its network was cut for good or for a while, and when it came back. */
  cuts: { from: number; to: number | null }[]
  heardMs: number
  sound: SoundStretch[]
  endpointRequests: EndpointRequest[]
  /** Every distinct end that the server reported to this side. More than one is a defect. */
  endsTold: ReportedEnd[]
  /** Fetched after the end; null for a call that never connected, undefined when no answer came at all. */
  receipt?: Receipt | null
  /** The wallet as it was shown after this call was settled; what was shown can't be reversed. */
  wallet?: { point: number; held: number; earnings: number | null }
  /** The screen never noticed the end. */
  stuckAt: string | null
}

/** How a visit of a live room is meant to go; a seed decides. */
export interface VisitPlan {
  number: number
  /** Media that arrives before the watcher leaves. */
  watchedMs: number
  isFreeLook: boolean
  spendCap: number | null
  /** `nobody`: the limit, the free look or the wallet ends it. */
  ending: 'leaves' | 'vanishes' | 'nobody'
  payments: VisitPayment[]
  blip: { afterMs: number; lastsMs: number } | null
}

/** What is paid once so much media has arrived. */
export interface VisitPayment {
  kind: 'comment' | 'present' | 'menu'
  afterMs: number
}

/** One comment, present or menu order by its client-made id. */
export interface PaymentObservation {
  id: string
  kind: VisitPayment['kind']
  /** The code of a refusal, or null when no answer came at all. */
  outcome: 'paid' | (string & {}) | null
}

/**
 * One visit of a live room as its watcher lived it on one page; a page that finds the visit of the page before running
 * takes it up, and both stories bear its id.
 */
export interface VisitObservation {
  plan: VisitPlan
  roomId: string
  /** Null when the watcher never asked to enter. */
  callId: string | null
  /** When the watcher learned of being in the room. */
  enteredAt: number | null
  /** Why entering was refused. */
  refusal: string | null
  watcher: SideObservation
  payments: PaymentObservation[]
  /** The points that the watcher was shown afterwards as paid beside the meter. */
  paidBeside?: number
}

/** A live room as its broadcaster lived it. */
export interface RoomObservation {
  roomId: string
  hostId: string
  openedAt: number | null
  /** Ended by the broadcaster, or found to have ended. */
  end: { how: 'ended' | 'found'; at: number } | null
}

export type ReportedEnd = Pick<CallSnapshot, 'endReason' | 'callDurationSec' | 'charged'>

export interface NewcomerObservation {
  name: string
  /** Null when the answer got lost and the next attempt said that the device is registered. */
  memberId: string | null
  cookie: string
  /** What the wallet was shown to hold. */
  point: number | null
}

/** A question that got no answer, or a 5xx. */
export interface FailedAsk {
  memberId: string
  path: string
  requestedAt: number
  answeredAt: number
}

/** Messages between the conductor and the process of the simulated people. */
export interface CrowdOptions {
  origin: string
  seed: number
  password: string
  callers: CrowdMember[]
  broadcasters: CrowdMember[]
  /** Broadcasters who are live, and who enters their rooms. */
  hosts: HostMember[]
  watchers: CrowdMember[]
  /** How long visits are. */
  watchedMs: { min: number; max: number }
  /** Calls at once. */
  callsMax: number
  /** From one call to the next on the average. */
  callEveryMs: number
  registerEveryMs: number
}

export interface CrowdMember {
  memberId: string
  mail: string
  /** Has points for a few increments only. */
  isPoor: boolean
}

export interface HostMember extends CrowdMember {
  /** The one item of the host's toy menu. */
  menuId: string
}

export type CrowdCommand =
  | { type: 'gather'; options: CrowdOptions }
  | { type: 'begin' }
  | { type: 'windDown' }

export type CrowdReport =
  | { type: 'gathered' }
  | { type: 'progress'; begun: number; running: number; flowing: number; ended: number; watching: number }
  | { type: 'done'; observations: Observations }
