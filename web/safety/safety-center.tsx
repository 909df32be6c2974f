import { Suspense } from 'react'
import { useSession } from '#web/session/session.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { useSafetyRequest } from './safety-control.ts'

const SafetyDialogs = lazyPart(async () => (await import('./safety-dialogs.tsx')).SafetyDialogs)

/** Shows the dialogs of the safety control over any screen. */
export const SafetyCenter = () => {
  const hasSession = useSession().status === 'authenticated'
  const request = useSafetyRequest()
  if (!request || !hasSession) return null
  return (
    <Suspense fallback={null}>
      <SafetyDialogs request={request} />
    </Suspense>
  )
}
