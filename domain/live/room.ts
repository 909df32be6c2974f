import { type LiveEndReason, liveMediaGoneMs } from '#contract/live/rooms.ts'
import type { CallEnd } from '#domain/calls/transition.ts'

/** A room whose broadcaster's media never arrives ends after this. An encoder is started by hand. */
export const liveBeginMs = 60_000

/** So long before the day's limit ends a room its broadcaster is warned. */
const limitWarningMs = 600_000

/**
 * The machine of a live room. Pure: every instant is given in milliseconds of one clock, the database's. Whatever
 * happens to a room is an event; what has to be done about it is an effect.
 */
export interface RoomState {
  startedAt: number
  /** When the broadcaster's media first arrived; null before. */
  beganAt: number | null
  /** Since when the broadcaster's media is gone; null while it arrives. */
  mediaGoneSince: number | null
  /** Since when the media server itself is away; null while it is there. */
  serverAwaySince: number | null
  /** When the day's limit ends the room. */
  endsAt: number
  /** When the broadcaster was warned of that; null before. */
  limitWarnedAt: number | null
  endReason: LiveEndReason | null
}

export type RoomEvent =
  | { type: 'mediaArrived' }
  | { type: 'mediaGone' }
  | { type: 'endedByBroadcaster' }
  | { type: 'endedByOperator' }
  | { type: 'mediaServerLost' }
  | { type: 'mediaServerBack' }
  /** The room is open at the media server, for the first time or again. */
  | { type: 'opened' }
  /** The process that had the room was last alive at `since`; another one has adopted it. */
  | { type: 'serverRestarted'; since: number }
  | { type: 'tick' }

export type RoomEffect =
  /** The room is seen from now on: cards, lists, and a push to who favours the broadcaster. */
  | 'begin'
  | 'openRoom'
  /** Tell the broadcaster that the day's limit ends the room soon. */
  | 'warnOfLimit'
  /** Free the broadcaster's seat; end every call in the room. */
  | 'end'

export interface RoomTransition {
  state: RoomState
  effects: readonly RoomEffect[]
}

const stay = (state: RoomState): RoomTransition => ({ state, effects: [] })
const go = (state: RoomState, change: Partial<RoomState>, ...effects: RoomEffect[]): RoomTransition => ({
  state: { ...state, ...change },
  effects,
})
const ended = (state: RoomState, endReason: LiveEndReason): RoomTransition => go(state, { endReason }, 'end')

const mediaArrived = (state: RoomState, now: number): RoomTransition => {
  const here = { mediaGoneSince: null, serverAwaySince: null }
  if (state.beganAt === null) return go(state, { ...here, beganAt: now }, 'begin')
  return state.mediaGoneSince === null && state.serverAwaySince === null ? stay(state) : go(state, here)
}

const serverRestarted = (state: RoomState, since: number, now: number): RoomTransition => {
  const serverAwaySince = Math.min(since, state.serverAwaySince ?? since)
  if (now - serverAwaySince >= liveMediaGoneMs) return ended(state, 'serverRecovery')
  return go(state, { serverAwaySince, mediaGoneSince: null }, 'openRoom')
}

/** The broadcaster has the whole time again to come back to a room that was opened again. */
const opened = (state: RoomState, now: number): RoomTransition =>
  state.serverAwaySince === null ? stay(state) : go(state, { serverAwaySince: null, mediaGoneSince: now })

/** How long the media may be gone: longer until it has arrived for the first time. */
const mediaGoneMsMax = ({ beganAt }: RoomState): number => (beganAt === null ? liveBeginMs : liveMediaGoneMs)

const tick = (state: RoomState, now: number): RoomTransition => {
  if (now >= state.endsAt) return ended(state, 'dailyLimit')
  if (state.serverAwaySince !== null && now - state.serverAwaySince >= liveMediaGoneMs)
    return ended(state, 'serverRecovery')
  if (state.mediaGoneSince !== null && now - state.mediaGoneSince >= mediaGoneMsMax(state))
    return ended(state, 'mediaGone')
  if (state.limitWarnedAt === null && now >= state.endsAt - limitWarningMs)
    return go(state, { limitWarnedAt: now }, 'warnOfLimit')
  return stay(state)
}

/** Whether an event may end a room: then the media clock stops before anything waits for the room's row. */
export const mayEndRoom = ({ type }: RoomEvent): boolean =>
  type === 'tick' || type === 'serverRestarted' || type === 'endedByBroadcaster' || type === 'endedByOperator'

/** One step of a room. `now` is the database's clock in milliseconds. After the end every event is ignored. */
export const roomTransition = (state: RoomState, event: RoomEvent, now: number): RoomTransition => {
  if (state.endReason !== null) return stay(state)
  switch (event.type) {
    case 'mediaArrived':
      return mediaArrived(state, now)
    case 'mediaGone':
      return state.mediaGoneSince === null && state.serverAwaySince === null
        ? go(state, { mediaGoneSince: now })
        : stay(state)
    case 'endedByBroadcaster':
      return ended(state, 'byBroadcaster')
    case 'endedByOperator':
      return ended(state, 'byOperator')
    case 'mediaServerLost':
      return state.serverAwaySince === null
        ? go(state, { serverAwaySince: now, mediaGoneSince: null })
        : stay(state)
    case 'mediaServerBack':
      return go(state, {}, 'openRoom')
    case 'opened':
      return opened(state, now)
    case 'serverRestarted':
      return serverRestarted(state, event.since, now)
    case 'tick':
      return tick(state, now)
  }
}

/** When the machine next wants a `tick`; null for a room that has ended. */
export const nextRoomDeadline = (state: RoomState): number | null => {
  if (state.endReason !== null) return null
  const { mediaGoneSince, serverAwaySince, endsAt, limitWarnedAt } = state
  return Math.min(
    limitWarnedAt === null ? endsAt - limitWarningMs : endsAt,
    mediaGoneSince === null ? endsAt : mediaGoneSince + mediaGoneMsMax(state),
    serverAwaySince === null ? endsAt : serverAwaySince + liveMediaGoneMs,
  )
}

/** How the end of its room ends a call in it. The day's limit shows to watchers as the broadcaster's end. */
export const endOfCallsIn = (reason: LiveEndReason): CallEnd => {
  switch (reason) {
    case 'byBroadcaster':
    case 'dailyLimit':
      return { reason: 'byBroadcaster', lostSide: null }
    case 'mediaGone':
      return { reason: 'connectionLost', lostSide: 'broadcaster' }
    case 'byOperator':
      return { reason: 'byOperator', lostSide: null }
    case 'serverRecovery':
      return { reason: 'serverRecovery', lostSide: 'server' }
  }
}
