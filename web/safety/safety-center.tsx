import { Suspense, useState } from 'react'
import { isIncomingPage } from '#domain/calls/call-pages.ts'
import { useLocation } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { AreModalsAside } from '#web/ui/dialog/modals-aside.ts'
import { type SafetyRequest, useSafetyRequest } from './safety-control.ts'

const SafetyDialogs = lazyPart(async () => (await import('./safety-dialogs.tsx')).SafetyDialogs)

/** Shows the dialogs of the safety control over any screen. */
export const SafetyCenter = () => {
  const hasSession = useSession().status === 'authenticated'
  const request = useSafetyRequest()
  return request && hasSession ? <Dialogs request={request} /> : null
}

/** Those that were opened on another page make way for a ring. */
const Dialogs = ({ request }: { request: SafetyRequest }) => {
  const { pathname } = useLocation()
  const [openedOn] = useState(pathname)
  return (
    <AreModalsAside value={isIncomingPage(pathname) && pathname !== openedOn}>
      <Suspense fallback={null}>
        <SafetyDialogs request={request} />
      </Suspense>
    </AreModalsAside>
  )
}
