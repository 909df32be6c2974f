import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { japanOffsetMs } from '#domain/text/japanese-day.ts'
import { isAtOrBelow, isCallPage } from '../call-pages.ts'
import { incomingFreshMs } from '../timing.ts'

/** Specification 4 and 9, incoming call polling. */
export const pollIntervalMs = 2_000
const pollChecksMax = 60
/**
 * Specification 4: a server error sets the counter to this value, which stops polling until the next route
 * change.
 */
const pollCounterAfterError = 500

/**
 * Pages that don't poll for incoming calls: they show a call already, nobody is signed in, or they aren't a
 * member's page. The specification leaves the list open; this is the only one.
 */
const excludedPages: readonly ((pathname: string) => boolean)[] = [
  isCallPage,
  (pathname) => pathname === '/login',
  (pathname) => pathname === '/signup',
  (pathname) => isAtOrBelow(pathname, '/operator'),
]

export const isExcludedPage = (pathname: string): boolean =>
  excludedPages.some((excludes) => excludes(pathname))

/** The result of one check. `notLoggedIn` is the answer 'ログインしていません'. */
export type CheckAnswer =
  | { outcome: 'incoming'; info: IncomingCallInfo }
  | { outcome: 'nothing' }
  | { outcome: 'notLoggedIn' }
  | { outcome: 'error' }

export interface PollingState {
  pathname: string
  /** Counts route changes; an answer belongs to the page view that asked. */
  view: number
  /** Checks of this page view; above `pollChecksMax` polling stops. */
  counter: number
  /** The page view of the pending check. */
  pendingView: number | null
}

export type PollingEvent =
  | { type: 'routeChanged'; pathname: string }
  | { type: 'tick'; hasSession: boolean }
  | { type: 'answered'; answer: CheckAnswer }

export type PollingEffect = { do: 'nothing' } | { do: 'check' } | { do: 'accept'; info: IncomingCallInfo }

export const pollingAt = (pathname: string): PollingState => ({
  pathname,
  view: 0,
  counter: 0,
  pendingView: null,
})

const nothing: PollingEffect = { do: 'nothing' }

const tick = (state: PollingState, hasSession: boolean): [PollingState, PollingEffect] => {
  const idle =
    !hasSession ||
    state.pendingView !== null ||
    state.counter >= pollChecksMax ||
    isExcludedPage(state.pathname)
  if (idle) return [state, nothing]
  return [{ ...state, counter: state.counter + 1, pendingView: state.view }, { do: 'check' }]
}

const answered = (state: PollingState, answer: CheckAnswer, now: number): [PollingState, PollingEffect] => {
  const isOfThisView = state.pendingView === state.view
  const next = { ...state, pendingView: null }
  switch (answer.outcome) {
    case 'incoming': {
      const isWelcome = !isExcludedPage(state.pathname) && isFresh(answer.info.date, now)
      return [next, isWelcome ? { do: 'accept', info: answer.info } : nothing]
    }
    case 'error':
      return [isOfThisView ? { ...next, counter: pollCounterAfterError } : next, nothing]
    case 'nothing':
    case 'notLoggedIn':
      return [next, nothing]
  }
}

/** One step of the polling; `now` is the server's clock in milliseconds. */
export const pollingStep = (
  state: PollingState,
  event: PollingEvent,
  now: number,
): [PollingState, PollingEffect] => {
  switch (event.type) {
    case 'routeChanged':
      return [{ ...state, pathname: event.pathname, view: state.view + 1, counter: 0 }, nothing]
    case 'tick':
      return tick(state, event.hasSession)
    case 'answered':
      return answered(state, event.answer, now)
  }
}

/** The instant of 14 digits yyyyMMddHHmmss in Japanese time, in milliseconds; null when they are no date. */
export const jstStampMs = (stamp: string): number | null => {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isRealDate =
    wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && wall.getUTCHours() === hour
  return isRealDate ? wall.getTime() - japanOffsetMs : null
}

/** Specification 4: a call is accepted only if its timestamp is within 15 s of now, either way. */
export const isFresh = (stamp: string, now: number): boolean => {
  const at = jstStampMs(stamp)
  return at !== null && Math.abs(now - at) <= incomingFreshMs
}
