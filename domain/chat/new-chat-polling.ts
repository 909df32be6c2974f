import { isCallPage } from '#domain/calls/call-pages.ts'

/** Specification 4 and 9, New-chat polling. */
export const newChatIntervalMs = 4_000
const newChatTicksMax = 60
/** A call page resets the idle counter unless the counter is above this. */
const newChatIdleCap = 300
/**
 * An error sets the counter to this value, which is above the cap, so that no call page starts the polling
 * again.
 */
const newChatCounterAfterError = 500
/** A lock older than this was left by a page that no longer exists. */
const pollingLockStaleMs = 11_000
/** Polling pauses for this long after a visit to /confirm-mail. */
const confirmMailPauseMs = 120_000
/** Specification 9: how long a chat toast is shown. */
export const newChatToastMs = 2_200
/** How many chat ids `notifiedChats` holds; the server reports each one for a few seconds only. */
export const notifiedChatsMax = 100

const confirmMailPage = '/confirm-mail'

export const isConfirmMailPage = (pathname: string): boolean => pathname === confirmMailPage

/** Specification 3, lastPollingState. */
export type PollingLock = 'Start' | 'End'

/** What the tabs of a browser share. Times are milliseconds of the browser's clock; null means never. */
export interface SharedPolling {
  lastPollingState: PollingLock
  lastPollingTime: number | null
  visitConfirmMailPathTime: number | null
}

export interface NewChatPollingState {
  pathname: string
  /** Ticks since the page was loaded or a call page was shown; above `newChatTicksMax` the polling stops. */
  counter: number
  /** A request is running. */
  isFetching: boolean
}

export type NewChatPollingEvent =
  | { type: 'routeChanged'; pathname: string }
  /** `isVisible`: a hidden tab leaves the polling to a visible one, and its ticks don't count. */
  | { type: 'tick'; hasSession: boolean; isVisible: boolean; shared: SharedPolling }
  | { type: 'answered'; isError: boolean }

/**
 * `unlock` sets the lock to End; `ask` sets it to Start, sends the request, and leads to `answered` and
 * `unlock`.
 */
export type NewChatPollingEffect = 'unlock' | 'ask'

export const newChatPollingAt = (pathname: string): NewChatPollingState => ({
  pathname,
  counter: 0,
  isFetching: false,
})

/** A time in the future was written before the clock was set back, so it counts as over. */
const isWithin = (since: number | null, lengthMs: number, now: number): boolean =>
  since !== null && since <= now && now - since <= lengthMs

const counterAfterTick = ({ pathname, counter }: NewChatPollingState): number =>
  isCallPage(pathname) && counter <= newChatIdleCap ? 0 : counter + 1

const tick = (
  state: NewChatPollingState,
  { hasSession, isVisible, shared }: NewChatPollingEvent & { type: 'tick' },
  now: number,
): [NewChatPollingState, NewChatPollingEffect[]] => {
  if (!hasSession || !isVisible) return [state, []]
  const isLocked = shared.lastPollingState === 'Start'
  const isStale = isLocked && !isWithin(shared.lastPollingTime, pollingLockStaleMs, now)
  const effects: NewChatPollingEffect[] = isStale ? ['unlock'] : []
  const next = { ...state, counter: counterAfterTick(state) }
  const isPaused = isWithin(shared.visitConfirmMailPathTime, confirmMailPauseMs - 1, now)
  const isHeld = isLocked && !isStale
  if (next.counter > newChatTicksMax || isPaused || isHeld || state.isFetching) return [next, effects]
  return [{ ...next, isFetching: true }, [...effects, 'ask']]
}

/** One step of the polling; `now` is in milliseconds of the browser's clock, which its tabs share. */
export const newChatPollingStep = (
  state: NewChatPollingState,
  event: NewChatPollingEvent,
  now: number,
): [NewChatPollingState, NewChatPollingEffect[]] => {
  switch (event.type) {
    case 'routeChanged':
      return [{ ...state, pathname: event.pathname }, []]
    case 'tick':
      return tick(state, event, now)
    case 'answered': {
      const counter = event.isError ? newChatCounterAfterError : state.counter
      return [{ ...state, counter, isFetching: false }, ['unlock']]
    }
  }
}
