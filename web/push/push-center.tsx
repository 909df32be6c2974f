import { useEffect, useEffectEvent, useState } from 'react'
import { isTabPath } from '#domain/shell/tabs.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { onGesture } from '#web/shell/gestures/gesture.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useStore } from '#web/shell/use-store.ts'
import { pushRegistration } from './browser-push-ports.ts'
import { PushCard } from './push-card.tsx'
import { isOpenMessage } from './worker-message.ts'

/** True from the page's first touch or key press on: nobody is asked for anything on arrival. */
const useWasTouched = (): boolean => {
  const [wasTouched, setWasTouched] = useState(false)
  useEffect(() => {
    const stop = onGesture(() => {
      stop()
      setWasTouched(true)
    })
    return stop
  }, [])
  return wasTouched
}

/**
 * Keeps the push address in step with the session, on each page view and when the browser's permission
 * changes.
 */
const usePushOfSession = (): void => {
  const { status, data: session } = useSession()
  const memberId = session?.user.id ?? null
  useEffect(() => {
    if (status === 'loading') return
    const check = () => void pushRegistration.check(memberId)
    check()
    let permission: PermissionStatus | null = null
    navigator.permissions
      ?.query({ name: 'notifications' })
      .then((found) => {
        permission = found
        found.addEventListener('change', check)
      })
      .catch(() => undefined)
    return () => permission?.removeEventListener('change', check)
  }, [status, memberId])
}

/** A press on a notification brings a page to the front, and the worker sends it the path to open. */
const useOpenedByWorker = (): void => {
  const navigate = useNavigate()
  const open = useEffectEvent(({ data }: MessageEvent<unknown>) => {
    if (isOpenMessage(data) && data.path !== location.pathname) void navigate(data.path)
  })
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const handleMessage = (event: MessageEvent) => open(event)
    workers?.addEventListener('message', handleMessage)
    workers?.startMessages()
    return () => workers?.removeEventListener('message', handleMessage)
  }, [])
}

/** Push on every page; renders at most the card that offers it, on the top-level tabs. */
export const PushCenter = ({ isSpaceTaken }: { isSpaceTaken: boolean }) => {
  const { pathname, search } = useLocation()
  const { offer, isBusy } = useStore(pushRegistration.view)
  const wasTouched = useWasTouched()
  usePushOfSession()
  useOpenedByWorker()
  const isTimely = wasTouched && isTabPath(pathname) && pathname !== paths.myPage() && search === ''
  if (!offer || !isTimely || isSpaceTaken) return null
  return (
    <PushCard
      offer={offer}
      isBusy={isBusy}
      onAccept={() => void pushRegistration.switchOn()}
      onLater={pushRegistration.putOff}
    />
  )
}
