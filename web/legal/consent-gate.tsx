import { useLocation } from 'react-router'
import { isConsentAskedOn } from '#domain/legal/consent-pages.ts'
import { useMyCall } from '#web/realtime/my-call.ts'
import { ConsentModal } from './consent-modal.tsx'
import { useDueConsents } from './queries.ts'

/**
 * New terms, over the screens of a signed-in member, until he agrees, logs out or leaves for good. They wait while he is
 * in a call, wherever he looks, and while he reads messages.
 */
export const ConsentGate = () => {
  const { pathname } = useLocation()
  const due = useDueConsents()
  const isAsked = due.length > 0 && isConsentAskedOn(pathname)
  const isInCall = useMyCall(isAsked) !== null
  return isAsked && !isInCall ? <ConsentModal due={due} /> : null
}
