import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { isCallPage } from '#domain/calls/call-pages.ts'
import { isExcludedPage } from '#domain/calls/ringing/polling.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { useLocation } from '#web/router/router.ts'
import { useMyCall } from '#web/session/my-call.ts'
import { getSession, useSession } from '#web/session/session.tsx'
import { meKey } from '#web/session/use-me.ts'
import { pointsKey } from '#web/session/use-points.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { callPath } from '#web/shell/navigation/call-paths.ts'
import { useIdle } from '#web/shell/use-idle.ts'
import { useStore } from '#web/shell/use-store.ts'
import { liveRings } from '../ringing/live-rings.ts'
import { ringAudio } from '../ringing/ring-audio.ts'
import { useIncomingCalls } from '../ringing/use-incoming-calls.ts'
import { heldCall } from '../session/held-call.ts'

/** A ring opens its own screen at once, in one of the tabs: the code of the banner isn't loaded beside that. */
const bannerAfterMs = 1_000

// Only a member with a running call sees it.
const CallBanner = lazyPart(async () => {
  await new Promise((go) => setTimeout(go, bannerAfterMs))
  return (await import('./call-banner.tsx')).CallBanner
})

// Loaded only after the page has come to rest.
const PostCallModals = lazyPart(
  async () => (await import('../after-call/post-call-modals.tsx')).PostCallModals,
)

const PushCenter = lazyPart(async () => (await import('#web/push/push-center.tsx')).PushCenter)

/**
 * The socket is open while a member is signed in, and is opened again for another member; so is the sound.
 */
const useSocketOfSession = (): void => {
  const { data: session } = useSession()
  const memberId = session?.user.id
  useEffect(() => {
    if (!memberId) return
    socketHub.open()
    const stopWaiting = ringAudio.unlockOnFirstGesture()
    return () => {
      socketHub.close()
      stopWaiting()
    }
  }, [memberId])
}

/** The running call whose screen was left; a member who signs out leaves it. */
const useHeldCall = () => {
  const held = useStore(heldCall.store)
  const isSignedOut = useSession().status === 'unauthenticated'
  useEffect(() => {
    if (!held || !isSignedOut) return
    held.owner.dispose()
    heldCall.release()
  }, [held, isSignedOut])
  return held
}

/** A call rings for the member while the page of another call is shown, and the member didn't begin it. */
const ringsBehind = (call: CallSnapshot, pathname: string): boolean =>
  call.phase === 'ringing' && !call.dialled && isCallPage(pathname) && callPath(call) !== pathname

/**
 * The parts of calls that are no screen: the socket, incoming calls, the banner of a running call, and the
 * modals after one. Mounted once, inside the router.
 */
export const CallCenter = () => {
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const isElsewhere = !isExcludedPage(pathname)
  const myCall = useMyCall(isElsewhere)
  const held = useHeldCall()
  const isTaken = useStore(liveRings.store) !== null && myCall?.origin === 'live'
  const hasBanner =
    !isTaken && held === null && myCall !== null && (isElsewhere || ringsBehind(myCall, pathname))
  const isIdle = useIdle()
  useSocketOfSession()
  useIncomingCalls()
  useSocketEvent('point:changed', ({ point }) => queryClient.setQueryData(pointsKey, point))
  // The balance may have changed while the socket was down.
  useEffect(
    () => socketHub.onUp(() => void queryClient.refetchQueries({ queryKey: pointsKey, stale: true })),
    [queryClient],
  )
  useSocketEvent('session:over', () => void getSession())
  useSocketEvent('member:changed', () => {
    void getSession()
    void queryClient.invalidateQueries({ queryKey: meKey })
  })
  return (
    <>
      {held ? <held.Bar held={held} isAtTop={!isElsewhere} /> : null}
      <Suspense fallback={null}>
        {hasBanner ? <CallBanner call={myCall} isAtTop={!isElsewhere} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {isIdle ? <PushCenter isSpaceTaken={hasBanner || held !== null} /> : null}
      </Suspense>
      <Suspense fallback={null}>{isIdle ? <PostCallModals /> : null}</Suspense>
    </>
  )
}
