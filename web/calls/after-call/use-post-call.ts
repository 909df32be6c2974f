import { useEffect, useEffectEvent, useReducer } from 'react'
import { useLocation } from 'react-router'
import { isExcludedPage } from '#domain/calls/polling.ts'
import { noPostCall, type PostCallState, postCallStep } from '#domain/calls/post-call.ts'
import { callStorage } from '../session/call-storage.ts'

/** Specification 4: the call-ended modal opens on route change, or after this long. */
const openAfterMs = 100

export interface PostCall {
  state: PostCallState
  /** The review was closed or submitted. */
  reviewDone: () => void
  close: () => void
  /** The partner was blocked from one of the modals: all of them close. */
  blocked: () => void
  /** Closes it for a link that leads on by itself: a reload would race it. */
  leave: () => void
}

/** The modals after a call: what the call left in session storage opens them, closing the last one clears it. */
export const usePostCall = (): PostCall => {
  const { pathname } = useLocation()
  const [state, dispatch] = useReducer(postCallStep, noPostCall)

  /** @returns whether the call was left in full screen */
  const clear = (type: 'callEndedClosed' | 'partnerBlocked'): boolean => {
    const wasFullScreen = callStorage.isFullScreen()
    callStorage.dropCallEnded()
    callStorage.noteFullScreen(false)
    dispatch({ type })
    return wasFullScreen
  }

  const look = useEffectEvent(() => {
    const info = callStorage.callEnded()
    if (!info || state.modal !== 'none' || isExcludedPage(pathname)) return
    // Blocked in the call: there is nobody any more to review, to favour or to write to.
    if (callStorage.isBlocked(info.partnerId)) {
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

  return {
    state,
    reviewDone: () => {
      if (state.modal === 'review') callStorage.noteReviewAsked(state.info)
      dispatch({ type: 'reviewDone' })
    },
    close: () => {
      if (clear('callEndedClosed')) window.location.reload()
    },
    blocked: () => void clear('partnerBlocked'),
    leave: () => void clear('callEndedClosed'),
  }
}
