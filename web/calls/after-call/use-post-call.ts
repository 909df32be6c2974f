import { useEffect, useEffectEvent, useReducer } from 'react'
import { callsEndpoints } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import {
  type CallEndedInfo,
  callEndedInfo,
  noPostCall,
  opensModalsOn,
  type PostCallState,
  postCallStep,
} from '#domain/calls/post-call.ts'
import { useLocation } from '#web/router/router.ts'
import { blockedPartner } from '#web/safety/blocked-partner.ts'
import { useSession } from '#web/session/session.tsx'
import { useIdle } from '#web/shell/use-idle.ts'
import { callStorage, onCallEndStored } from '../session/call-storage.ts'

/** Specification 4: the call-ended modal opens on a route change or after this time. */
const openAfterMs = 100

export interface PostCall {
  state: PostCallState
  /** A page of calls is shown meanwhile: the modals wait for the page after it. */
  isAside: boolean
  /** The review was closed or submitted. */
  reviewDone: () => void
  close: () => void
  /** The partner was blocked from one of the modals, so all of them close. */
  blocked: () => void
  /** Closes the modals for a link that navigates by itself; a reload would race with that navigation. */
  leave: () => void
}

/** A modal that was shown isn't shown again, here or on another device. */
const useSeenMarks = (state: PostCallState): void => {
  const info = state.modal === 'none' ? null : state.info
  useEffect(() => {
    if (state.modal === 'review') callStorage.markReviewAsked(state.info)
    if (state.modal === 'callEnded') callStorage.markSeen(state.info)
  }, [state])
  useEffect(() => {
    // A mark that gets lost is sent again by the next page of this tab.
    if (info?.callId && info.isConnected) void call(callsEndpoints.markCallEndSeen, { callId: info.callId })
  }, [info])
}

/** A call may have ended while no page of the member was open: each page asks for it once. */
const useUnseenEnd = (onFound: () => void): void => {
  const { status } = useSession()
  const isReady = useIdle() && status === 'authenticated'
  const fetchUnseenEnd = useEffectEvent(async () => {
    const answer = await call(callsEndpoints.getUnseenCallEnd, {})
    const info = isFailure(answer) || answer.call === null ? null : callEndedInfo(answer.call)
    if (info?.callId && callStorage.wasSeen(info)) {
      void call(callsEndpoints.markCallEndSeen, { callId: info.callId })
    } else if (info && callStorage.callEnded() === null) {
      callStorage.storeCallEnded(info)
      onFound()
    }
  })
  useEffect(() => {
    if (isReady) void fetchUnseenEnd()
  }, [isReady])
}

/**
 * The modals after a call. The call-ended info in session storage opens them, and closing the last one clears
 * it.
 */
export const usePostCall = (): PostCall => {
  const { pathname } = useLocation()
  const [state, dispatch] = useReducer(postCallStep, noPostCall)
  const shown = state.modal === 'none' ? null : state.info

  /** @returns whether the call ended in full screen */
  const clear = (
    type: 'callEndedClosed' | 'partnerBlocked' | 'left',
    info: CallEndedInfo | null = shown,
  ): boolean => {
    const wasFullScreen = callStorage.isFullScreen()
    if (info) callStorage.clearCallEnded(info)
    callStorage.storeFullScreen(false)
    dispatch({ type })
    return wasFullScreen
  }

  const look = useEffectEvent(() => {
    const info = callStorage.callEnded()
    if (!info || state.modal !== 'none' || !opensModalsOn(pathname, info)) return
    // The partner was blocked during the call: there is nobody to review, follow or write to.
    if (blockedPartner.is(info.partnerId)) {
      clear('partnerBlocked', info)
      return
    }
    // A reload came before the modal was closed.
    if (callStorage.wasSeen(info)) {
      clear('left', info)
      return
    }
    dispatch({ type: 'callEnded', info, reviewAsked: callStorage.wasReviewAsked(info) })
  })
  // Another call may have ended while the modals waited, so their end looks again too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each route change looks again
  useEffect(() => {
    look()
    const timer = setTimeout(() => look(), openAfterMs)
    return () => clearTimeout(timer)
  }, [pathname, shown === null])
  // A call may end beside another page.
  useEffect(() => onCallEndStored(() => look()), [])

  useSeenMarks(state)
  useUnseenEnd(() => look())

  return {
    state,
    isAside: shown !== null && !opensModalsOn(pathname, shown),
    reviewDone: () => dispatch({ type: 'reviewDone' }),
    close: () => {
      if (clear('callEndedClosed')) window.location.reload()
    },
    blocked: () => void clear('partnerBlocked'),
    leave: () => void clear('left'),
  }
}
