import { isCallPage } from '../calls/call-pages.ts'

/** Specification 4 and 9, New-chat polling. */
export const newChatIntervalMs = 4_000
export const newChatTicksMax = 60
/** How often the idle counter of one page view is reset because a call page is shown. */
export const newChatCallResetsMax = 300
/** An error sets the counter to this, which stops polling. */
export const newChatCounterAfterError = 500
/** A lock older than this was left behind by a page that is gone. */
export const pollingLockStaleMs = 11_000
/** Polling pauses this long after a visit to /confirm-mail. */
export const confirmMailPauseMs = 120_000
/** Specification 9: how long a chat's toast stays. */
export const newChatToastMs = 2_200
/** How many chat ids `notifiedChats` holds; the server tells each for a few seconds only. */
export const notifiedChatsMax = 100

const confirmMailPage = '/confirm-mail'

export const isConfirmMailPage = (pathname: string): boolean => pathname === confirmMailPage

/** Specification 3, lastPollingState. */
export type PollingLock = 'Start' | 'End'

/** What the tabs of a browser share, all in milliseconds of its clock; null for never. */
export interface SharedPolling {
  lastPollingState: PollingLock
  lastPollingTime: number | null
  visitConfirmMailPathTime: number | null
}

export interface NewChatPollingState {
  pathname: string
  /** Idle ticks of this page view; from `newChatTicksMax` on it asks no more. */
  counter: number
  /** How often a call page has reset the counter in this page view. */
  callResets: number
  /** Counts page views; an answer belongs to the one that asked. */
  view: number
  /** The page view whose question is under way. */
  asking: number | null
}

export type NewChatPollingEvent =
  | { type: 'routeChanged'; pathname: string }
  /** `isVisible`: a hidden tab leaves the polling to a visible one, and its ticks don't count. */
  | { type: 'tick'; hasSession: boolean; isVisible: boolean; shared: SharedPolling }
  | { type: 'answered'; isError: boolean }

/** `unlock` sets the lock to End; `ask` sets it to Start, asks, and leads to `answered` and `unlock`. */
export type NewChatPollingEffect = 'unlock' | 'ask'

export const newChatPollingAt = (pathname: string): NewChatPollingState => ({
  pathname,
  counter: 0,
  callResets: 0,
  view: 0,
  asking: null,
})

/** A time of the future is of a clock that was set since: it is over. */
const isWithin = (since: number | null, lengthMs: number, now: number): boolean =>
  since !== null && since <= now && now - since <= lengthMs

const counted = (state: NewChatPollingState): NewChatPollingState => {
  if (!isCallPage(state.pathname) || state.callResets >= newChatCallResetsMax)
    return { ...state, counter: state.counter + 1 }
  // An error stops a call page like any other.
  if (state.counter >= newChatCounterAfterError) return state
  return { ...state, counter: 0, callResets: state.callResets + 1 }
}

const tick = (
  state: NewChatPollingState,
  { hasSession, isVisible, shared }: NewChatPollingEvent & { type: 'tick' },
  now: number,
): [NewChatPollingState, NewChatPollingEffect[]] => {
  if (!hasSession || !isVisible) return [state, []]
  const isLocked = shared.lastPollingState === 'Start'
  const isStale = isLocked && !isWithin(shared.lastPollingTime, pollingLockStaleMs, now)
  const effects: NewChatPollingEffect[] = isStale ? ['unlock'] : []
  const next = counted(state)
  const isPaused = isWithin(shared.visitConfirmMailPathTime, confirmMailPauseMs - 1, now)
  const isHeld = isLocked && !isStale
  if (next.counter > newChatTicksMax || isPaused || isHeld || state.asking !== null) return [next, effects]
  return [{ ...next, asking: next.view }, [...effects, 'ask']]
}

/** One step of the polling; `now` in milliseconds of the browser's clock, which its tabs share. */
export const newChatPollingStep = (
  state: NewChatPollingState,
  event: NewChatPollingEvent,
  now: number,
): [NewChatPollingState, NewChatPollingEffect[]] => {
  switch (event.type) {
    case 'routeChanged':
      return [{ ...state, pathname: event.pathname, view: state.view + 1, counter: 0, callResets: 0 }, []]
    case 'tick':
      return tick(state, event, now)
    case 'answered': {
      const isOfThisView = state.asking === state.view
      const counter = event.isError && isOfThisView ? newChatCounterAfterError : state.counter
      return [{ ...state, counter, asking: null }, ['unlock']]
    }
  }
}
