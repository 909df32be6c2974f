import { useEffect, useEffectEvent, useRef } from 'react'
import { callsEndpoints, type IncomingCallInfo } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import type { CheckAnswer } from '#domain/calls/ringing/polling.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { ringPath } from '#web/shell/navigation/call-paths.ts'
import { serverClock } from '#web/shell/server-clock.ts'
import { createIncomingCalls } from './incoming-calls.ts'
import { liveRings } from './live-rings.ts'
import { browserRingTabs } from './ring-leader.ts'
import { storeRing } from './store-ring.ts'

const check = async (): Promise<CheckAnswer> => {
  const requestedAt = Date.now()
  const answer = await call(
    callsEndpoints.checkIncomingCall,
    {},
    { onHeaders: (headers) => serverClock.sync(headers.get('date'), requestedAt, Date.now()) },
  )
  if (isFailure(answer)) return { outcome: answer.code === 'notLoggedIn' ? 'notLoggedIn' : 'error' }
  return answer.incomingInfo ? { outcome: 'incoming', info: answer.incomingInfo } : { outcome: 'nothing' }
}

/** Listens for calls that ring for the member, and opens their screen. */
export const useIncomingCalls = (): void => {
  const location = useLocation()
  const navigate = useNavigate()
  const { status } = useSession()
  const hasSession = useEffectEvent(() => status === 'authenticated')
  const open = useEffectEvent((info: IncomingCallInfo) => {
    if (liveRings.offer(info)) return
    storeRing(info)
    // Where it can't be loaded now, the call's screen opens the line.
    import('../session/preopened-line.ts')
      .then(({ preopenedLine }) => preopenedLine.open(info))
      .catch(() => undefined)
    void navigate(ringPath(info.call_type, info.sender_id))
  })
  const calls = useRef<ReturnType<typeof createIncomingCalls> | null>(null)
  const begin = useEffectEvent(() =>
    createIncomingCalls(
      {
        check,
        hasSession: () => hasSession(),
        serverNow: () => serverClock.now(),
        open: (info) => open(info),
        tabs: browserRingTabs(),
      },
      location.pathname,
    ),
  )
  useEffect(() => {
    const made = begin()
    calls.current = made
    made.start()
    return () => made.stop()
  }, [])
  useEffect(() => {
    calls.current?.routeChanged(location.pathname)
  }, [location])
  useSocketEvent('call:incoming', (info) => calls.current?.receive(info))
  useSocketEvent('call:incoming-over', ({ channel_id }) => calls.current?.over(channel_id))
}
