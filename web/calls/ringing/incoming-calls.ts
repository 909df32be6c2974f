import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import {
  type CheckAnswer,
  isExcludedPage,
  isFresh,
  type PollingEvent,
  pollIntervalMs,
  pollingAt,
  pollingStep,
} from '#domain/calls/ringing/polling.ts'
import type { RingTabs } from './ring-leader.ts'

export interface IncomingCallsPorts {
  check(): Promise<CheckAnswer>
  hasSession(): boolean
  /** The server's clock in milliseconds. */
  serverNow(): number
  /** Stores the call and navigates to its screen. */
  open(info: IncomingCallInfo): void
  /** The tabs of this browser; one of them rings. */
  tabs: RingTabs
}

/**
 * Calls that ring for the member: the specified polling, and the socket as the fast path into the same
 * handler. The socket also rings on a page whose polling has ended. One ring opens one screen in one tab,
 * however often it is received; a member who leaves that screen isn't sent back to it.
 */
export const createIncomingCalls = (ports: IncomingCallsPorts, pathname: string) => {
  let state = pollingAt(pathname)
  const received = new Set<string>()
  let timer: ReturnType<typeof setInterval> | undefined

  const isWelcome = (info: IncomingCallInfo) =>
    ports.hasSession() && !isExcludedPage(state.pathname) && isFresh(info.date, ports.serverNow())

  /** The current state of the same ring; null when it is over, or when the server can't be reached. */
  const fetchAgain = async ({ channel_id }: IncomingCallInfo): Promise<IncomingCallInfo | null> => {
    const answer = await ports.check()
    return answer.outcome === 'incoming' && answer.info.channel_id === channel_id ? answer.info : null
  }

  const handle = async (info: IncomingCallInfo): Promise<void> => {
    if (received.has(info.channel_id)) return
    received.add(info.channel_id)
    const turn = await ports.tabs.waitForTurn(info.channel_id)
    if (turn === 'over') return
    const now = turn === 'first' ? info : await fetchAgain(info)
    if (now && isWelcome(now)) return ports.open(now)
    // What kept the ring from opening here needn't keep another tab, or the next page of this one.
    received.delete(info.channel_id)
    ports.tabs.passOn(info.channel_id)
  }

  const apply = (event: PollingEvent) => {
    const [next, effect] = pollingStep(state, event, ports.serverNow())
    state = next
    if (effect.do === 'accept') void handle(effect.info)
    if (effect.do === 'check') void ports.check().then((answer) => apply({ type: 'answered', answer }))
  }

  return {
    start: () => {
      timer ??= setInterval(() => apply({ type: 'tick', hasSession: ports.hasSession() }), pollIntervalMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
      ports.tabs.stop()
    },
    routeChanged: (to: string) => apply({ type: 'routeChanged', pathname: to }),
    /** The socket's `call:incoming`: the same rules as for a polled ring. */
    receive: (info: IncomingCallInfo) => {
      if (isWelcome(info)) void handle(info)
    },
    /** The socket's `call:incoming-over`: the ring was answered or has ended, here or elsewhere. */
    over: (callId: string) => ports.tabs.over(callId),
  }
}
