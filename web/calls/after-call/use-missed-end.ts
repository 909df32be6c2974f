import { useEffect, useEffectEvent } from 'react'
import { type CallSnapshot, callsEndpoints } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { callEndedInfo } from '#domain/calls/post-call.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { callStorage, runningCall } from '../session/call-storage.ts'

/** A page that has the call's screen shows the end itself within this time. */
const ownScreenMs = 1_500
/** An end that is older is no news. */
const shownForMs = 12 * 3_600_000

/** The end of the running call, to be shown here; null when another page has shown it, or it is old. */
const missedEnd = (ended: CallSnapshot) => {
  if (runningCall.callId() !== ended.callId) return null
  runningCall.clear()
  const isRecent = ended.endedAt !== null && Date.now() - Date.parse(ended.endedAt) < shownForMs
  return isRecent ? callEndedInfo(ended) : null
}

/**
 * A call that ended while no page had its screen, because its tab was closed: the next page shows its end, and
 * asks for the review, once.
 */
export const useMissedEnd = (): void => {
  const { status } = useSession()
  const show = useEffectEvent((ended: CallSnapshot) => {
    setTimeout(() => {
      const info = document.visibilityState === 'visible' ? missedEnd(ended) : null
      if (info) callStorage.storeCallEnded(info)
    }, ownScreenMs)
  })
  useEffect(() => {
    const callId = runningCall.callId()
    if (status !== 'authenticated' || callId === null) return
    let isOver = false
    const look = async () => {
      const answer = await call(callsEndpoints.getCall, { callId })
      if (isOver) return
      if (!isFailure(answer)) {
        if (answer.call.phase === 'ended') show(answer.call)
      } else if (answer.code === 'notFound') runningCall.clear()
    }
    void look()
    return () => {
      isOver = true
    }
  }, [status])
  useSocketEvent('call:changed', (changed) => {
    if (changed.phase === 'ended' && changed.callId === runningCall.callId()) show(changed)
  })
}
