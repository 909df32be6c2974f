import type { IncomingCallInfo } from '../../contract/calls.ts'
import {
  type CheckAnswer,
  isExcludedPage,
  isFresh,
  type PollingEvent,
  pollIntervalMs,
  pollingAt,
  pollingStep,
} from '../../domain/calls/polling.ts'

export interface IncomingCallsPorts {
  check(): Promise<CheckAnswer>
  hasSession(): boolean
  /** The server's clock in milliseconds. */
  serverNow(): number
  /** Stores the call and goes to its screen. */
  open(info: IncomingCallInfo): void
}

/**
 * Calls that ring for the member: the specified polling, and the socket as the fast path into the same handler.
 * One ring opens one screen, however often it is heard of; who leaves that screen isn't dragged back.
 */
export const createIncomingCalls = (ports: IncomingCallsPorts, pathname: string) => {
  let state = pollingAt(pathname)
  const opened = new Set<string>()
  let timer: ReturnType<typeof setInterval> | undefined

  const handle = (info: IncomingCallInfo) => {
    if (opened.has(info.channel_id)) return
    opened.add(info.channel_id)
    ports.open(info)
  }

  const apply = (event: PollingEvent) => {
    const [next, effect] = pollingStep(state, event, ports.serverNow())
    state = next
    if (effect.do === 'accept') handle(effect.info)
    if (effect.do === 'check') void ports.check().then((answer) => apply({ type: 'answered', answer }))
  }

  return {
    start: () => {
      timer ??= setInterval(() => apply({ type: 'tick', hasSession: ports.hasSession() }), pollIntervalMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
    routeChanged: (to: string) => apply({ type: 'routeChanged', pathname: to }),
    /** The socket's `call:incoming`: the same rules as a polled one. */
    hear: (info: IncomingCallInfo) => {
      const isWelcome = ports.hasSession() && !isExcludedPage(state.pathname)
      if (isWelcome && isFresh(info.date, ports.serverNow())) handle(info)
    },
  }
}
