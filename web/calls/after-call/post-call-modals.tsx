import { Suspense } from 'react'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { usePostCall } from './use-post-call.ts'

const PostCallModal = lazyPart(async () => (await import('./post-call-modal.tsx')).PostCallModal)
const ReviewModal = lazyPart(async () => (await import('#web/reviews/review-modal.tsx')).ReviewModal)

/**
 * Specification 4, Post-call modal state: the review modal first where a review is due, then the call-ended
 * modal.
 */
export const PostCallModals = () => {
  const { state, reviewDone, close, leave, blocked } = usePostCall()
  return (
    <Suspense fallback={null}>
      {state.modal === 'review' ? (
        <ReviewModal info={state.info} onDone={reviewDone} onBlocked={blocked} />
      ) : null}
      {state.modal === 'callEnded' ? (
        <PostCallModal info={state.info} onClose={close} onLeave={leave} onBlocked={blocked} />
      ) : null}
    </Suspense>
  )
}
