import { useEffect, useEffectEvent, useReducer } from 'react'
import { isExcludedPage } from '#domain/calls/polling.ts'
import { noPostCall, type PostCallState, postCallStep } from '#domain/calls/post-call.ts'
import { useLocation } from '#web/router/router.ts'
import { blockedPartner } from '#web/safety/blocked-partner.ts'
import { callStorage, onCallEndStored } from '../session/call-storage.ts'

/** Specification 4: the call-ended modal opens on a route change or after this time. */
const openAfterMs = 100

export interface PostCall {
  state: PostCallState
  /** The review was closed or submitted. */
  reviewDone: () => void
  close: () => void
  /** The partner was blocked from one of the modals, so all of them close. */
  blocked: () => void
  /** Closes the modal for a link that navigates by itself; a reload would race with that navigation. */
  leave: () => void
}

/**
 * The modals after a call. The call-ended info in session storage opens them, and closing the last one clears
 * it.
 */
export const usePostCall = (): PostCall => {
  const { pathname } = useLocation()
  const [state, dispatch] = useReducer(postCallStep, noPostCall)

  /** @returns whether the call ended in full screen */
  const clear = (type: 'callEndedClosed' | 'partnerBlocked'): boolean => {
    const wasFullScreen = callStorage.isFullScreen()
    callStorage.clearCallEnded()
    callStorage.storeFullScreen(false)
    dispatch({ type })
    return wasFullScreen
  }

  const look = useEffectEvent(() => {
    const info = callStorage.callEnded()
    if (!info || state.modal !== 'none' || isExcludedPage(pathname)) return
    // The partner was blocked during the call: there is nobody to review, follow or write to.
    if (blockedPartner.is(info.partnerId)) {
      clear('partnerBlocked')
      return
    }
    dispatch({ type: 'callEnded', info, reviewAsked: callStorage.wasReviewAsked(info) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each route change looks again
  useEffect(() => {
    look()
    const timer = setTimeout(() => look(), openAfterMs)
    return () => clearTimeout(timer)
  }, [pathname])
  // A call may end beside another page.
  useEffect(() => onCallEndStored(() => look()), [])

  return {
    state,
    reviewDone: () => {
      if (state.modal === 'review') callStorage.markReviewAsked(state.info)
      dispatch({ type: 'reviewDone' })
    },
    close: () => {
      if (clear('callEndedClosed')) window.location.reload()
    },
    blocked: () => void clear('partnerBlocked'),
    leave: () => void clear('callEndedClosed'),
  }
}
