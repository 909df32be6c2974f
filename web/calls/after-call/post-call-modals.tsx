import { Suspense, useEffect } from 'react'
import { call } from '#contract/core/client.ts'
import { purchaseEndpoints } from '#contract/points/purchase.ts'
import type { PostCallState } from '#domain/calls/post-call.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { AreModalsAside } from '#web/ui/dialog/modals-aside.ts'
import { usePreloadedScreen } from '../screens/use-preloaded-screen.ts'
import { usePostCall } from './use-post-call.ts'

const PostCallModal = lazyPart(async () => (await import('./post-call-modal.tsx')).PostCallModal)
const ReviewModal = lazyPart(async () => (await import('#web/reviews/review-modal.tsx')).ReviewModal)

/** Reports a call that ended for lack of points, once. */
const useNotEnoughPointReport = (state: PostCallState): void => {
  const info = state.modal === 'none' ? null : state.info
  const isPointless = info !== null && info.type === 'pointless' && info.role === 'caller'
  useEffect(() => {
    // This only feeds the operators' funnel, so a lost request doesn't matter.
    if (isPointless) void call(purchaseEndpoints.utageNotEnoughPoint, {})
  }, [isPointless])
}

/**
 * Specification 4, Post-call modal state: the review modal first where a review is due, then the call-ended
 * modal.
 */
export const PostCallModals = () => {
  const { state, isAside, reviewDone, close, leave, blocked } = usePostCall()
  useNotEnoughPointReport(state)
  const isMember = useViewerRole() !== null
  usePreloadedScreen('outgoing', isMember)
  usePreloadedScreen('incoming', isMember)
  return (
    <AreModalsAside value={isAside}>
      <Suspense fallback={null}>
        {state.modal === 'review' ? (
          <ReviewModal info={state.info} onDone={reviewDone} onLeave={leave} onBlocked={blocked} />
        ) : null}
        {state.modal === 'callEnded' ? (
          <PostCallModal info={state.info} onClose={close} onLeave={leave} onBlocked={blocked} />
        ) : null}
      </Suspense>
    </AreModalsAside>
  )
}
