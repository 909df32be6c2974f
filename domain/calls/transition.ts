import type { CallPhase, CallRole, EndReason } from '#contract/calls/calls.ts'
import {
  changeKind,
  type KindEffect,
  type KindEvent,
  type KindRefusal,
  type KindState,
} from './kind-change.ts'
import {
  connectTimeoutMs,
  diallerGoneMs,
  diallerSeenEveryMs,
  reconnectGraceMs,
  ringRestampMs,
  ringTimeoutMs,
} from './timing.ts'

/**
 * The machine of a call (product.md 3.9). Pure: every instant is given in milliseconds of one clock, the
 * database's. Whatever happens to a call is an event; what has to be done about it is an effect.
 */
export interface CallState {
  phase: CallPhase
  dialler: CallRole
  /** The call watches a live room, or runs over one: its minute is held when it begins, and never before. */
  isInLiveRoom: boolean
  requestedAt: number
  /** The incoming call's `date`; it is stamped again while the dialler is present. */
  rungAt: number
  /** When the dialler's page last asked. */
  diallerSeenAt: number
  acceptedAt: number | null
  /** Since when a side is away; while either is, the meter stands still. */
  awaySince: Record<CallRole, number | null>
  /**
   * Since when the media server itself is away. Until the room is open again the loss is the server's. Then
   * it is the loss of each side that has not come back.
   */
  serverAwaySince: number | null
  end: CallEnd | null
  /**
   * The page that has each side's place: the one that dialled, and the one that answered. Null: none is known, or its
   * line was lost when the room was opened.
   */
  lines: Record<CallRole, string | null>
  /** What the call may carry now, and the open question about it. */
  carrying: KindState
}

export interface CallEnd {
  reason: EndReason
  /** Who caused the loss, when the reason is connectionLost or serverRecovery. */
  lostSide: CallRole | 'server' | null
}

export type CallEvent =
  | { type: 'rang' }
  /** A watcher enters a live room: nothing rings. Unpaid: the visit is a free look only. */
  | { type: 'enter'; isPaid: boolean }
  | { type: 'diallerSeen' }
  /** `pageId`: the page that answers; its line may be up already. */
  | { type: 'accept'; by: CallRole; pageId?: string | undefined }
  | { type: 'decline'; by: CallRole }
  | { type: 'cancel'; by: CallRole }
  | { type: 'hangUp'; by: CallRole }
  /** `lines`: the pages that have their place in the room. */
  | { type: 'roomOpened'; lines?: CallState['lines'] }
  | { type: 'mediaConnected' }
  | { type: 'sideLost'; side: CallRole }
  | { type: 'sideBack'; side: CallRole }
  | { type: 'mediaServerLost' }
  | { type: 'mediaServerBack' }
  | { type: 'fundsExhausted' }
  /** The allowed amount was sent to the payer without proof that it arrived: the payer is away. */
  | { type: 'receptionUnproven' }
  | { type: 'failed' }
  | { type: 'operatorEnded' }
  /** The live room has ended, and its calls with it. */
  | { type: 'liveRoomOver'; end: CallEnd }
  /** The media server is up and doesn't have the room any more: nobody can go on with this call. */
  | { type: 'roomVanished' }
  /** The process that had the room was last alive at `since`; another one has adopted the call. */
  | { type: 'serverRestarted'; since: number }
  | { type: 'tick' }
  | KindEvent

const endsCalls: Record<CallEvent['type'], boolean> = {
  rang: false,
  enter: false,
  diallerSeen: false,
  accept: false,
  decline: false,
  cancel: false,
  hangUp: true,
  roomOpened: false,
  mediaConnected: false,
  sideLost: false,
  sideBack: false,
  mediaServerLost: false,
  mediaServerBack: false,
  fundsExhausted: true,
  receptionUnproven: true,
  failed: true,
  operatorEnded: true,
  liveRoomOver: true,
  roomVanished: true,
  serverRestarted: true,
  tick: true,
  requestVideo: false,
  answerVideo: false,
  toVoice: false,
}

/** Whether an event can end a call that has a room; a ring also ends by other events. */
export const mayEndCall = (event: CallEvent): boolean => endsCalls[event.type]

export type CallEffect =
  /** Hold the first minute; refused without one increment. */
  | 'openMeter'
  | 'openRoom'
  /** The first media arrived: the meter may run. */
  | 'startMeter'
  /** Free the seats, settle what was used, release the rest. */
  | 'settle'
  /** Fund by the price of video, refused for want of points; or tell the room that the call is a voice call. */
  | KindEffect

export type TransitionRefusal = 'callGone' | 'callNotRinging' | 'forbidden' | KindRefusal

export type Transition = { state: CallState; effects: CallEffect[] } | { refused: TransitionRefusal }

export const isRinging = (state: CallState): boolean =>
  state.phase === 'requested' || state.phase === 'ringing'
/** Whether the media server has a room for the call, or is asked for one. */
export const hasRoom = (state: CallState): boolean =>
  state.phase === 'accepted' || state.phase === 'connecting' || state.phase === 'inCall'

const stay = (state: CallState): Transition => ({ state, effects: [] })
const go = (state: CallState, change: Partial<CallState>, ...effects: CallEffect[]): Transition => ({
  state: { ...state, ...change },
  effects,
})
const ended = (state: CallState, reason: EndReason, lostSide: CallEnd['lostSide'] = null): Transition =>
  go(state, { phase: 'ended', end: { reason, lostSide } }, 'settle')

const accept = (
  state: CallState,
  { by, pageId = null }: { by: CallRole; pageId?: string | null | undefined },
  now: number,
): Transition => {
  // Before it rings the payer's first minute has not been held.
  if (state.phase !== 'ringing') return { refused: 'callNotRinging' }
  if (by === state.dialler) return { refused: 'forbidden' }
  const lines = { ...state.lines, [by]: pageId }
  const accepted = { phase: 'accepted', acceptedAt: now, lines } as const
  return state.dialler === 'broadcaster' || state.isInLiveRoom
    ? go(state, accepted, 'openMeter', 'openRoom')
    : go(state, accepted, 'openRoom')
}

const hangUp = (state: CallState, by: CallRole): Transition => {
  if (isRinging(state)) return ended(state, by === state.dialler ? 'cancelled' : 'declined')
  return ended(state, by === 'caller' ? 'byCaller' : 'byBroadcaster')
}

const enter = (state: CallState, isPaid: boolean, now: number): Transition => {
  if (!state.isInLiveRoom || state.phase !== 'requested') return { refused: 'callNotRinging' }
  const entered = { phase: 'accepted', acceptedAt: now } as const
  return isPaid ? go(state, entered, 'openMeter', 'openRoom') : go(state, entered, 'openRoom')
}

/** A ring in a live room that has ended: the dialler reads that nobody could answer. */
const liveRoomOver = (state: CallState, end: CallEnd): Transition =>
  isRinging(state) ? ended(state, 'declined') : ended(state, end.reason, end.lostSide)

const tickRinging = (state: CallState, now: number): Transition => {
  if (now - state.requestedAt >= ringTimeoutMs) return ended(state, 'missed')
  if (now - state.diallerSeenAt >= diallerGoneMs) return ended(state, 'cancelled')
  if (now - state.rungAt >= ringRestampMs) return go(state, { rungAt: now })
  return stay(state)
}

/**
 * The loss that has lasted the whole grace. A loss of the server comes before a loss of a side. When both
 * sides stay away it is the broadcaster's: the payer gets the point-back, and nobody gains when both leave.
 */
const overdueLoss = (state: CallState, now: number): CallEnd['lostSide'] => {
  const isOver = (since: number | null) => since !== null && now - since >= reconnectGraceMs
  if (isOver(state.serverAwaySince)) return 'server'
  const { caller, broadcaster } = state.awaySince
  if (!isOver(caller) && !isOver(broadcaster)) return null
  if (caller === null) return 'broadcaster'
  if (broadcaster === null) return 'caller'
  return broadcaster <= caller ? 'broadcaster' : 'caller'
}

const tickConnected = (state: CallState, now: number): Transition => {
  const lostSide = overdueLoss(state, now)
  if (lostSide) return ended(state, 'connectionLost', lostSide)
  const neverStarted = state.phase !== 'inCall' && now - (state.acceptedAt ?? now) >= connectTimeoutMs
  return neverStarted ? ended(state, 'failed') : stay(state)
}

/**
 * Nothing is known of the sides after a loss of the server: a side that was away may be back, and can't show
 * it yet.
 */
const nobodyKnown = { caller: null, broadcaster: null } as const

export const noLines = { caller: null, broadcaster: null } as const

const away = (state: CallState, side: CallRole, since: number | null): Transition =>
  hasRoom(state) ? go(state, { awaySince: { ...state.awaySince, [side]: since } }) : stay(state)

/**
 * The room that the server lost is open again. Both sides of a running call have to come back to it, and each
 * has the whole grace for that. A call that has not begun has its time for connecting.
 */
const roomOpenAgain = (state: CallState, now: number): CallState => ({
  ...state,
  serverAwaySince: null,
  awaySince: state.phase === 'inCall' ? { caller: now, broadcaster: now } : nobodyKnown,
})

const roomOpened = (state: CallState, lines: CallState['lines'], now: number): Transition => {
  if (!hasRoom(state)) return stay(state)
  const open = { ...(state.serverAwaySince === null ? state : roomOpenAgain(state, now)), lines }
  return open.phase === 'accepted' ? go(open, { phase: 'connecting' }) : { state: open, effects: [] }
}

/** A side can only return to an open room, so its return may be reported before the opening is. */
const sideBack = (state: CallState, side: CallRole, now: number): Transition => {
  if (!hasRoom(state)) return stay(state)
  const open = state.serverAwaySince === null ? state : roomOpenAgain(state, now)
  return open.awaySince[side] === null ? { state: open, effects: [] } : away(open, side, null)
}

const mediaConnected = (state: CallState): Transition => {
  const here = { awaySince: nobodyKnown, serverAwaySince: null }
  if (state.phase === 'inCall') return go(state, here)
  return hasRoom(state) ? go(state, { ...here, phase: 'inCall' }, 'startMeter') : stay(state)
}

/** A ring needs no room and goes on by itself; a call goes on when its 20 s are not over yet. */
const serverRestarted = (state: CallState, since: number, now: number): Transition => {
  if (!hasRoom(state)) return stay(state)
  const awaySince = Math.min(since, state.serverAwaySince ?? since)
  if (now - awaySince >= reconnectGraceMs) return ended(state, 'serverRecovery', 'server')
  return go(state, { serverAwaySince: awaySince, awaySince: nobodyKnown }, 'openRoom')
}

const stepOfKind = (state: CallState, event: KindEvent, now: number): Transition => {
  if (state.phase !== 'inCall') return { refused: 'callGone' }
  if (state.isInLiveRoom) return { refused: 'callWrongKind' }
  const changed = changeKind(state.carrying, event, now)
  if ('refused' in changed) return changed
  if (changed.state === state.carrying) return stay(state)
  return go(state, { carrying: changed.state }, ...(changed.effect ? [changed.effect] : []))
}

const isMembers: readonly CallEvent['type'][] = [
  'accept',
  'decline',
  'cancel',
  'requestVideo',
  'answerVideo',
  'toVoice',
]

/**
 * One step of a call. `now` is the database's clock in milliseconds. After the end a member's event is
 * refused as `callGone`; any other event is ignored.
 */
export const transition = (state: CallState, event: CallEvent, now: number): Transition => {
  if (state.phase === 'ended') {
    return isMembers.includes(event.type) ? { refused: 'callGone' } : stay(state)
  }
  switch (event.type) {
    case 'rang':
      if (state.phase !== 'requested') return stay(state)
      return state.dialler === 'caller' && !state.isInLiveRoom
        ? go(state, { phase: 'ringing' }, 'openMeter')
        : go(state, { phase: 'ringing' })
    case 'enter':
      return enter(state, event.isPaid, now)
    case 'diallerSeen':
      return isRinging(state) && now - state.diallerSeenAt >= diallerSeenEveryMs
        ? go(state, { diallerSeenAt: now })
        : stay(state)
    case 'accept':
      return accept(state, event, now)
    case 'decline':
      if (event.by === state.dialler) return { refused: 'forbidden' }
      return isRinging(state) ? ended(state, 'declined') : { refused: 'callNotRinging' }
    case 'cancel':
      if (event.by !== state.dialler) return { refused: 'forbidden' }
      return isRinging(state) ? ended(state, 'cancelled') : { refused: 'callNotRinging' }
    case 'hangUp':
      return hangUp(state, event.by)
    case 'roomOpened':
      return roomOpened(state, event.lines ?? noLines, now)
    case 'mediaConnected':
      return mediaConnected(state)
    case 'sideLost':
      return state.awaySince[event.side] === null ? away(state, event.side, now) : stay(state)
    case 'sideBack':
      return sideBack(state, event.side, now)
    case 'mediaServerLost':
      return hasRoom(state) && state.serverAwaySince === null
        ? go(state, { serverAwaySince: now, awaySince: nobodyKnown })
        : stay(state)
    case 'mediaServerBack':
      return hasRoom(state) ? go(state, {}, 'openRoom') : stay(state)
    case 'fundsExhausted':
      return ended(state, 'pointless')
    case 'receptionUnproven':
      return hasRoom(state) ? ended(state, 'connectionLost', 'caller') : stay(state)
    case 'failed':
      return ended(state, 'failed')
    case 'operatorEnded':
      return ended(state, 'byOperator')
    case 'liveRoomOver':
      return liveRoomOver(state, event.end)
    case 'roomVanished':
      return hasRoom(state) ? ended(state, 'serverRecovery', 'server') : stay(state)
    case 'requestVideo':
    case 'answerVideo':
    case 'toVoice':
      return stepOfKind(state, event, now)
    case 'serverRestarted':
      return serverRestarted(state, event.since, now)
    case 'tick':
      return isRinging(state) ? tickRinging(state, now) : tickConnected(state, now)
  }
}

/** When the machine next wants a `tick`; null for a call that has ended. */
export const nextDeadline = (state: CallState): number | null => {
  if (state.phase === 'ended') return null
  if (isRinging(state)) {
    return Math.min(
      state.requestedAt + ringTimeoutMs,
      state.rungAt + ringRestampMs,
      state.diallerSeenAt + diallerGoneMs,
    )
  }
  const losses = [state.awaySince.caller, state.awaySince.broadcaster, state.serverAwaySince]
    .filter((since) => since !== null)
    .map((since) => since + reconnectGraceMs)
  if (state.phase !== 'inCall') losses.push((state.acceptedAt ?? state.requestedAt) + connectTimeoutMs)
  return losses.length > 0 ? Math.min(...losses) : null
}

/** The side that the screens wait for. A loss of both sides or of the server shows as the broadcaster's. */
export const reconnectingSide = (state: CallState): CallRole | null => {
  if (state.phase !== 'inCall') return null
  if (state.awaySince.broadcaster !== null || state.serverAwaySince !== null) return 'broadcaster'
  return state.awaySince.caller === null ? null : 'caller'
}
