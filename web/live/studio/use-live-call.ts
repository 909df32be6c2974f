import { useEffect, useState } from 'react'
import { liveRings } from '#web/calls/ringing/live-rings.ts'
import { useMyCall } from '#web/session/my-call.ts'

export interface LiveCallHere {
  callId: string
  partnerId: string
}

/** The live call that rings or runs over this page: one that arrives, or one that goes on after a reload. */
export const useLiveCall = () => {
  const mine = useMyCall(true)
  const [call, setCall] = useState<LiveCallHere | null>(null)
  const [overId, setOverId] = useState<string | null>(null)
  useEffect(
    () =>
      liveRings.handleWith(({ channel_id, sender_id }) =>
        setCall({ callId: channel_id, partnerId: sender_id }),
      ),
    [],
  )
  const running =
    mine?.origin === 'live' && mine.role === 'broadcaster' && mine.callId !== overId
      ? { callId: mine.callId, partnerId: mine.partner.id }
      : null
  return {
    call: call ?? running,
    /** @param isCertain false: it is shown again if it turns out to be there */
    over: (callId: string, isCertain: boolean) => {
      if (isCertain) setOverId(callId)
      setCall((now) => (now?.callId === callId ? null : now))
    },
  }
}
